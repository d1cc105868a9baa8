(* KEY 440453bbf93f *)
From Plumbline.proposition Require Import mirror_math.
intros a A. exact (at_least_one_mirrors a A).
