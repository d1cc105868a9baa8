(* KEY 50a96a7e7ee4 *)
From Plumbline.gradient Require Import derivative_math.
intros r s s1 s2 s3 i i1 i2 D j I J M. exact (key_slopes r s s1 s2 s3 i i1 i2 j (conj I J) M).
