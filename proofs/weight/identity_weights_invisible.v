(* KEY a3f9ae049866 *)
From Plumbline.number Require Import sequence_math.
intros x m i M. unfold L_el, L_identity_weights. rewrite (among_false _ _ M). reflexivity.
