(* KEY c7ad7a1ac0c3 *)
From Plumbline Require Import must_fail.compare_witness.
(* the factor 1 underflows to 0, with u = 0 *)
intro H. specialize (H 0 1 1 0). unfold P_rounds in H. refuted H.
