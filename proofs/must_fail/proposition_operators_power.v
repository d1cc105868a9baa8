(* KEY d9f39f353f64 *)
(* two keys of score 0, and p = 1: 2 in place of 1/2 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (two 0 0) every_key 2%Z 0%Z 0 1 Rlt_0_1 ltac:(lia) ltac:(lia) eq_refl).
assert (E : P_equal_scores (two 0 0) every_key 2 0) by (intros j _ _ _; unfold L_el, two; destruct (j =? 0)%Z;
  reflexivity).
specialize (H E). unfold L_el, L_power_softmax, L_powered, sum_below in H. simpl in H. unfold two in H. simpl in H.
replace (1 * (0 - 0)) with 0 in H by ring. replace (1 / 1) with 1 in H by field.
rewrite exp_0 in H. replace (0 + 1 + 1) with 2 in H by ring.
change (real_of_int _) with 2 in H. change (IPR 2) with 2 in H. rewrite Rpower_1 in H by lra. lra.
