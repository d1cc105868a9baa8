(* KEY 868f557bed79 *)
From Plumbline Require Import must_fail.number_witness.
(* 1 + 1 is 2, and 1 - 1 is not. *)
intro H. double 1%R as finite_1 value_1.
assert (F : ieee_float.Float64.t'isFinite (ieee_float.Float64.sub ieee_float.RoundingMode.RNE (literal 1) (literal 1))).
{ apply sub_total; [assumption|assumption|]. rewrite value_1. unfold L_rounded_difference.
  rewrite rnd_exact by (rewrite Rminus_eq_0; in_format). rewrite Rminus_eq_0, Rabs_R0. apply IZR_le. discriminate. }
specialize (H _ _ F). cbv zeta in H. destruct H as ((E & _) & _). destruct (sub_rounded _ _ F) as (_ & _ & D).
rewrite D, value_1 in E. unfold L_rounded_sum, L_rounded_difference in E. rewrite !rnd_exact in E; [lra| |].
- rewrite Rminus_eq_0. in_format.
- replace (1 + 1)%R with 2%R by ring. in_format.
