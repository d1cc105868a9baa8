(* KEY 9fea7cbaae77 *)
From Plumbline.proposition Require Import mirror_math.
intros a e A. exact (normalised_mirrors a e A).
