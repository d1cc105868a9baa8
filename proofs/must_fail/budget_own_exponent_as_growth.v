(* KEY a7e65b1ca0b1 *)
From Plumbline Require Import must_fail.compare_witness.
(* half of the exponent 2 is missing: e - 1 is less than half of e^2 - 1 *)
intro H. specialize (H (1 / 2) 0 2 1 (-1 + exp 1)). unfold P_nearly in H.
assert (A := exp_ineq1 1 ltac:(lra)). premises H.
replace 2 with (1 + 1) in H by ring. rewrite exp_plus in H. destruct H as (_ & H). nra.
