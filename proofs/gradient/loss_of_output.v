(* KEY 11ba2a7bbee6 *)
From Plumbline.gradient Require Import derivative_math.
intros s s1 s2 s3 i i1 D N. exact (output_loss s s1 s2 s3 i i1).
