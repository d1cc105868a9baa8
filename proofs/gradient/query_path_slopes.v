(* KEY e955f11de4d6 *)
From Plumbline.gradient Require Import derivative_math.
intros r s s1 s2 s3 i i1 D j I J M. exact (query_slopes r s s1 s2 s3 i i1 j (conj I J) M).
