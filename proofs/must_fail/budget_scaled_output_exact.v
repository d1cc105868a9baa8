(* KEY cbeeca8e66ad *)
From Plumbline Require Import must_fail.compare_witness.
(* the output 1 times the factor 1, which comes out as 2 *)
intro H. specialize (H 1 1 0 1 2 1 0 0 2). unfold P_rounds in H. refuted H.
