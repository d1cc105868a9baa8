(* KEY e2881e80ad4d *)
From Plumbline Require Import must_fail.compare_witness.
(* the score 1 stored as 2 *)
intro H. specialize (H 1 0 0 0 0 0 1 1 0 2). unfold P_rounds in H. refuted H.
