(* KEY 16a05068e452 *)
From Plumbline Require Import must_fail.number_witness.
(* A product of 2^-1074 that was rounded to 0, times 2^100. *)
intro H.
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
specialize (H 1%Z h 1 (h * h) 0 0 1 h (2 ^ 100) (2 ^ 100) 0)%R. cbv zeta in H. unfold L_rmul, P_near in H.
assert (P := h_positive). assert (L := least_tiny). assert (Q := least_h).
specialize (H ltac:(lra) ltac:(lra) ltac:(lia) ltac:(lra) ltac:(lra) ltac:(lia)).
assert (D : P_dotted 1 1 h 1 (h * h) 0 0).
{ split; [lia|]. split; [lra|]. split; [apply Rmult_le_pos; lra|]. exists h. split; [lra|]. right.
  split; [reflexivity|].
  change (summed 2 2 h h 0). split; [lia|]. split; [lia|]. split; [rewrite Rabs_pos_eq; lra|].
  rewrite Rminus_0_l, Rabs_Ropp, Rabs_pos_eq by lra. assert (G := grown_least 2).
  assert (0 <= (grown 2 - 1) * h)%R by (apply Rmult_le_pos; lra). nra. }
specialize (H ltac:(replace (2 ^ 100 + - (1) * 2 ^ 100)%R with 0%R by ring; rewrite Rabs_R0; lra) D).
unfold L_score_radius, L_score_reach, L_sum_up, L_product_up, L_roundings_up, L_rounded_sum, L_rounded_product,
  L_rounded_fused in H.
change (real_of_int (L_dot_depth 1)) with 2%R in H. fold_least_in H.
rewrite !up_is, Rmult_0_r, rnd_zero, Rabs_R0, (Rabs_pos_eq (2 ^ 100)), Rmult_0_l, !Rplus_0_l, Rplus_0_r, Rmult_1_r in H
  by (simpl; lra).
replace (2 ^ 100)%R with 1267650600228229401496703205376%R in H by (simpl; lra). bound_crudely H.
match type of H with context [(?y * h)%R] => assert (Y : (0 <= y * h <= 18889465931478580854784 * h)%R)
  by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra); set (z := (y * h)%R) in *; clearbody z end.
bound_crudely H.
rewrite least_is in *. rewrite Rabs_pos_eq in H by lra. lra.
