(* KEY 889aa7a86642 *)
From Plumbline Require Import must_fail.compare_witness.
(* p = 1/2: the weight 16 is the square of 4, to which 1 is added. *)
intro H. specialize (H (4 * 4) 0 0 5 1 (1 / 2) 16). unfold P_gentle in H. assert (E := exp_ineq1 16 ltac:(lra)).
rewrite ln_mult, exp_0, !root_by_half in H by lra. replace (1 / 2 * (0 + (ln 4 + ln 4))) with (ln 4) in H by field.
rewrite exp_ln in H by lra. premises H. refuted H.
