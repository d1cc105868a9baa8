(* KEY a68b43913e49 *)
From Plumbline Require Import must_fail.compare_witness.
(* 2 / 2 with the denominator off by 1 *)
intro H. specialize (H 2 1 2 2 1 1). refuted H.
