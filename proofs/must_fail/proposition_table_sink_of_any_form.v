(* KEY e15bb33f1a74 *)
(* a slope of 1 and a sink of logit 0: its share stays above that of 1 against e / (e - 1) *)
From Plumbline.proposition Require Import falling_math first_math.
From Plumbline Require Import must_fail.row_witness.
intro H. assert (E := below_one 1 Rlt_0_1).
assert (P : 0 < sink_limit 0 1 0).
{ unfold sink_limit. rewrite exp_0. apply Rdiv_lt_0_compat; [lra|].
  assert (0 < 1 / (1 - exp (- (1)))) by (apply Rdiv_lt_0_compat; lra). lra. }
destruct (H 0 1 0 (sink_limit 0 1 0) P Rlt_0_1) as [N B].
set (t := Z.max 1 N). set (x := fun j => IZR (j - (t - 1))).
assert (T : (0 < t)%Z) by (unfold t; lia).
assert (F : falling x t 0 1).
{ intros j J. unfold x. rewrite <- opp_IZR, !minus_IZR || rewrite !minus_IZR. lra. }
specialize (B x every_key t t (t - 1)%Z ltac:(unfold t; lia) (every_key_first t T)).
assert (S := falling_sink_stays x every_key t t 0 1 0 (every_key_first t T) F Rlt_0_1).
apply (Rlt_irrefl (sink_limit 0 1 0)), (Rlt_trans _ _ _ S), B.
- unfold P_looks_back. lia.
- intros j J L. unfold L_el, x, real_of_int, L_alibi_distance. lra.
