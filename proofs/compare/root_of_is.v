(* KEY 46417976403e *)
From Plumbline Require Import compare.root_math.
intros r r1 h1. apply root_of_positive. exact h1.
