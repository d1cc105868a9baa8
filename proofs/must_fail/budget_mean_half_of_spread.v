(* KEY 1e9ee8ee5da3 *)
From Plumbline Require Import must_fail.compare_witness compare.shapes.
(* two keys of weight 1/2, of values 0 and 1, the second 3/2 times as large as it should be: 3/5 instead of 1/2 *)
intro H. set (l := ln (3 / 2)).
specialize (H (fun _ => 1 / 2) (two 0 l) (two 0 l) (two (1 / 2) (3 / 4)) (two 0 1) 2%Z
  1 (1 / 2) (3 / 4) (5 / 4) 0 0 0 0 (5 / 6)).
assert (E : exp l = 3 / 2) by (apply exp_ln; lra). assert (N : exp (- l) = 2 / 3) by (rewrite exp_Ropp, E; field).
assert (L : 0 <= l) by (unfold l; rewrite <- ln_1; apply Rlt_le, ln_increasing; lra).
unfold P_perturbed, L_mean_error, L_least_denominator, L_spread, L_magnitude in H. sums.
unfold L_growths, L_shrinkages in H.
rewrite !sum_two in H. unfold two in H. cbn [Z.eqb] in H. rewrite Ropp_0, exp_0, E, N in H. premises H.
destruct H as (_ & H).
- split; [numbers|]. apply both; cbn [Z.eqb]; rewrite ?exp_0, ?E; numbers.
- refuted H.
