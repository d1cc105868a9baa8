(* KEY 3d0b5fcffa3b *)
From Plumbline.gradient Require Import derivative_math.
intros r r1 s s1 s2 s3 s4 i i1 i2 I J D M.
exact (query_derivative r r1 s s1 s2 s3 s4 i i1 i2 (conj I J) M).
