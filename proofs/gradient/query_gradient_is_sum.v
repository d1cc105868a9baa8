(* KEY d3dcc932b8a8 *)
From Plumbline.gradient Require Import derivative_math.
intros r s s1 s2 s3 i i1 D N. symmetry. exact (query_sum r s s1 s2 s3 i i1).
