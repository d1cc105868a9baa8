(* KEY bc0e30f4abe8 *)
From Plumbline.weight Require Import softmax_tight_math.
intros x B A. apply softmax_tight_math.exponential_modest. lra.
