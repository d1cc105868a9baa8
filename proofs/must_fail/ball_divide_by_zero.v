(* KEY 3563873bb733 *)
From Plumbline Require Import must_fail.number_witness.
(* The ball of middle 1 and radius 2 contains 0. A ball of middle 0 and radius 1 over it gets a negative radius. *)
intro H. double 0%R as finite_0 value_0. double 1%R as finite_1 value_1. double 2%R as finite_2 value_2.
destruct double_least as [finite_least value_least].
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
assert (L := least_tiny).
assert (D : (-2 <= rnd (rnd (-1 * below) - least) <= -1 / 2)%R).
{ assert (B : (-3 / 2 <= rnd (-1 * below) <= -1 / 2)%R) by (apply rnd_between; [in_format..|unfold below; lra]).
  apply rnd_between; [in_format..|lra]. }
change (rnd (rnd (-1 * below) - least)) with (downward (-1)) in D. set (d := downward (-1)) in *.
destruct (double_exact d (rnd_is_binary64 _) ltac:(lra)) as [finite_d value_d].
assert (W : (0 <= upward least <= 1 / 4)%R) by (apply (upward_between 0 (1 / 8)); [in_format..|unfold above; lra|lra]).
set (w := upward least) in *.
destruct (double_exact w (rnd_is_binary64 _) ltac:(lra)) as [finite_w value_w].
assert (P : (0 <= upward (rnd (w * 2)) <= 1)%R).
{ assert (B : (0 <= rnd (w * 2) <= 1 / 2)%R) by (apply rnd_between; [in_format..|lra]).
  apply (upward_between 0 (3 / 4)); [in_format..|unfold above; lra|lra]. }
set (p := upward (rnd (w * 2))) in *.
destruct (double_exact p (rnd_is_binary64 _) ltac:(lra)) as [finite_p value_p].
assert (N : (1 <= upward (rnd (1 + p)) <= 4)%R).
{ assert (B : (1 <= rnd (1 + p) <= 2)%R) by (apply rnd_between; [in_format..|lra]).
  apply (upward_between 1 3); [in_format..|unfold above; lra|lra]. }
set (n := upward (rnd (1 + p))) in *.
destruct (double_exact n (rnd_is_binary64 _) ltac:(lra)) as [finite_n value_n].
assert (Q : (-16 <= upward (rnd (n / d)) <= -1 / 8)%R).
{ assert (B : (-8 <= rnd (n / d) <= -1 / 2)%R).
  { apply rnd_between; [in_format..|]. unfold Rdiv. assert (I : (d * / d = 1)%R) by (apply Rinv_r; lra).
    set (i := (/ d)%R) in *.
    assert (J : (-2 <= i <= -1 / 2)%R) by nra. nra. }
  apply (upward_between (-16) (-1 / 4)); [in_format..|unfold above; lra|lra]. }
set (q := upward (rnd (n / d))) in *.
destruct (double_exact q (rnd_is_binary64 _) ltac:(lra)) as [finite_q value_q].
assert (R : (-64 <= upward (rnd (q + least)) <= -1 / 64)%R).
{ assert (B : (-16 <= rnd (q + least) <= -1 / 16)%R) by (apply rnd_between; [in_format..|lra]).
  apply (upward_between (-64) (-1 / 32)); [in_format..|unfold above; lra|lra]. }
set (r := upward (rnd (q + least))) in *.
destruct (double_exact r (rnd_is_binary64 _) ltac:(lra)) as [finite_r value_r].
assert (C : P_in_ball (S11 (literal 0) (literal r)) (L_rdiv 0 1)).
{ assert (down_is : forall x, L_downward x = downward x)
    by (intro; unfold L_downward, L_rounded_difference, L_rounded_product, downward, below; fold_least; reflexivity).
  assert (zero_radius : L_rounding_radius 0 = least).
  { unfold L_rounding_radius, L_product_up, L_rounded_product. rewrite up_is, Rabs_R0, Rmult_0_l, rnd_zero.
    exact upward_zero. }
  apply (H (S11 (literal 0) (literal 1)) (S11 (literal 1) (literal 2)) (literal d) (literal 0) (literal n)
    (literal 0) (literal 1) _ 1%Z (literal p) (literal q) (literal least) (literal r) 0%R 1%R (literal w));
  unfold P_in_ball, P_claims; cbn [F1_mid F1_rad].
  - split; [discriminate|intros; assumption].
  - unfold is_sint32. lia.
  - intros _. split; [assumption|]. rewrite value_1, value_2, Rminus_eq_0, Rabs_R0. lra.
  - intros _. split; [assumption|]. rewrite value_0, value_1, Rminus_eq_0, Rabs_R0. lra.
  - right. split; [discriminate|].
    rewrite value_0, value_1, value_2, value_d, value_p, value_q, value_least, value_r, value_n, value_w, zero_radius.
    unfold L_sum_up, L_product_up, L_quotient_up, L_rounded_sum, L_rounded_product, L_rounded_quotient.
    rewrite !up_is, Rplus_0_l, (rnd_exact least) by in_format.
    assert (d <> 0)%R by (apply Rlt_not_eq; lra). assert (1 <> 0)%R by (apply Rgt_not_eq; lra).
    unfold Rdiv. rewrite Rmult_0_l, Rabs_R0, rnd_zero. repeat split; intros; try assumption; reflexivity.
  - intros _. assumption.
  - intros _. rewrite value_1, Rabs_R1. split; [reflexivity|assumption].
  - intros. discriminate.
  - intros _. rewrite value_1, value_2, value_d. unfold L_difference_down, L_rounded_difference. rewrite down_is.
    replace (1 - 2)%R with (-1)%R by lra. rewrite (rnd_exact (-1)) by in_format. repeat split; assumption. }
destruct (C finite_r) as (_ & E). cbn [F1_mid F1_rad] in E. rewrite value_r in E.
eapply Rle_trans in E; [|apply Rabs_pos]. lra.
