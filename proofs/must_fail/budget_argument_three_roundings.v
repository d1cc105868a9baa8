(* KEY be8e3c7e8a90 *)
From Plumbline Require Import must_fail.compare_witness.
(* score 1, shift -1, u = 1/100: both, and six times their difference, are rounded upwards *)
intro H. specialize (H (1 / 100) 0 1 0 1 (-1) 1 1 (101 / 100) (- (101 / 100)) (202 / 100 * (1 + 1 / 100) ^ 6)).
unfold P_rounds, L_gamma_of in H. premises H.
replace (101 / 100 + - (1) * - (101 / 100)) with (202 / 100) in H by lra.
specialize (H (rounded_upward (1 / 100) 0 (202 / 100) 6 ltac:(lra) ltac:(lra) ltac:(lra))). refuted H.
