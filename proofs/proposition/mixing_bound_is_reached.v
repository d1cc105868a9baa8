(* KEY f628994ad1fd *)
From Plumbline.proposition Require Import mixing_math.
intros p low high H L P. exists (first_and p (1 - p)), (first_and low high), every. split; [split; [split|]|].
- split; [reflexivity|]. rewrite (mixing_of_two p low high (conj P H) L). ring.
- reflexivity.
- exact (proj2 (weighs_written _ _ _) (two_weigh p (conj P H))).
- exact (proj2 (values_between_written _ _ _ _ _ _ _) (two_between low high L)).
