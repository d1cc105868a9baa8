(* KEY b46b152ea163 *)
From Plumbline Require Import must_fail.compare_witness number.exp_interval.
(* theta = 1 times the root of one rounding, 4/3, and no rounding else: 1.1547 > 1 / (1 - 1/8) *)
intro H. specialize (H 1 (- ln (3 / 4)) (1 / 2) 1 0 (1 / 4) (exp (- ln (3 / 4) * (1 / 2)))).
unfold P_rounds, L_gamma_of in H. premises H.
assert (L : ln (1 + - (1) * (1 * (1 / 4))) = ln (3 / 4)) by (f_equal; lra).
assert (N : ln (3 / 4) < 0) by interval with (i_prec 60). rewrite L in H. premises H.
assert (E : 23 / 20 < exp (- ln (3 / 4) * (1 / 2))) by interval with (i_prec 60). refuted H.
