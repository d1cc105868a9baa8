(* KEY 2fa3e26ec95c *)
From Plumbline.gradient Require Import derivative_math.
intros r r1 s s1 s2 s3 s4 i i1 i2 D I J M. rewrite Rmult_comm.
exact (key_derivative r r1 s s1 s2 s3 s4 i i1 i2 (conj I J) M D).
