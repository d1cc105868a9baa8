(* KEY 94a8295fe9c7 *)
From Plumbline Require Import must_fail.compare_witness.
(* at its upper end the ramp is rounded from 1 to 1/2 *)
intro H. specialize (H 1 0 1 0 1 0 (1 / 2) (1 / 2)). unfold P_rounds, L_clipped_to_unit, L_ramp in H. cbv zeta in H.
replace (1 + - (1) * 0) with 1 in H by ring. premises H. destruct H as (_ & H). refuted H.
