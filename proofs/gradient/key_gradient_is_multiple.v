(* KEY fe061cf25535 *)
From Plumbline.gradient Require Import derivative_math.
intros r s s1 s2 s3 i i1 i2 D I J M. rewrite Rmult_comm. symmetry.
exact (key_multiple r s s1 s2 s3 i i1 i2 (conj I J) M D).
