(* KEY fed427ac88a6 *)
From Plumbline Require Import must_fail.compare_witness.
(* The upper end, 1, comes out as 2: the ramp is 1/2 there. *)
intro H. specialize (H 1 1 0 1 0 2 0 1 2 0 (1 / 2)). unfold P_rounds, L_clipped_to_unit, L_ramp in H. cbv zeta in H.
replace (1 + - (1) * 0) with 1 in H by ring. replace (2 + - (1) * 0) with 2 in H by ring. refuted H.
