(* KEY b4e554643db9 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.shapes budget.products_math.
From Plumbline Require Import budget.added_sums_math budget.added_up_math budget.added_values_math.
From Plumbline Require Import budget.added_products_math.
intros u t g h p v a m n k d z N K UT B W S.
assert (U6 := proj1 (UT 6%Z ltac:(lia))).
assert (GA : L_gamma_up 4 (L_el u 6%Z) = gamma 4 (u 6%Z)).
{ unfold L_gamma_up, L_gamma_of, L_rdiv, L_rmul, L_el. differences. ring. }
assert (SU : L_stored_unit u = stored_unit u) by (unfold L_stored_unit, stored_unit; rewrite GA; reflexivity).
assert (ST : L_stored_tiny u t = stored_tiny u t).
{ unfold L_stored_tiny, L_quotient_tiny, stored_tiny. rewrite GA. unfold L_rmul, L_el. ring. }
assert (OU : L_outputs_unit u = outputs_unit u) by (unfold L_outputs_unit; rewrite SU; reflexivity).
unfold P_bears_sum, L_rmul, L_el in B. change real_of_int with IZR in B.
destruct W as (((((((((A6 & FU) & AU) & PU) & FT) & AT) & PT) & KB) & T6) & E). unfold L_el in A6. rewrite OU in T6.
assert (A4 : 4 * u 6%Z < 1).
{ rewrite A6. rewrite mult_IZR in B. assert (IZR 4 <= IZR k) by (apply IZR_le, K). rewrite A6 in U6.
  assert (4 * g 6%Z <= 2 * IZR k * g 6%Z) by (apply Rmult_le_compat_r; lra). lra. }
assert (GK : L_gamma_up (real_of_int k) (L_el u 6%Z) = gamma (IZR k) (u 6%Z)).
{ unfold L_gamma_up, L_gamma_of, L_rdiv, L_rmul, L_el. change real_of_int with IZR. differences. ring. }
unfold L_added_up_unit, L_row_unit in PU. unfold L_added_up_tiny, L_row_tiny, L_row_unit in PT. rewrite GK in PU, PT.
assert (ROWS : wide_for_rows u t k g h).
{ split; [lia|]. split; [exact KB|]. split; [exact PU|]. eapply Rle_trans; [|exact PT]. right.
  unfold row_unit, row_tiny, L_joint, L_compound, L_rmul, L_el. change real_of_int with IZR. ring. }
destruct (row_wider u t k g h UT ROWS) as (P5 & Q5).
assert (W : wide u t g h).
{ split; [exact FU|]. split.
  { eapply Rle_trans; [|exact FT]. right.
    unfold L_value_formed_tiny, L_formed_tiny, formed_tiny, tensor_unit, L_tensor_unit, L_tensor_tiny, L_rmul, L_el.
    ring. }
  split; [unfold L_value_apart_unit in AU; rewrite OU in AU; exact AU|]. split.
  { eapply Rle_trans; [|exact AT]. right. unfold L_value_apart_tiny. rewrite OU. unfold L_rmul, L_el. ring. }
  split; [exact T6|]. split; [symmetry; exact A6|]. split; [|split; [exact P5|apply Q5]]. intros i I N1 N5 N6.
  destruct (E i N1 N5 N6 ltac:(lia) ltac:(lia)) as (T' & U'). split; symmetry; assumption. }
assert (H := visible_added_quotients_within u t g h p v a m n k d z UT A4 W ROWS B N K S). cbv zeta in H.
assert (ONE : forall x y, L_weighted x m y 1 0 n = visible_sum m (fun j => x j * y j) n).
{ intros x y. apply sum_same. intros j _. unfold L_place. replace (j * 1 + 0)%Z with j by ring. reflexivity. }
assert (SIZE : forall x y, visible_sum m (fun j => L_absolutes x j * L_absolutes y j) n =
  visible_sum m (fun j => Rabs (x j * y j)) n).
{ intros x y. apply sum_same. intros j _. unfold L_absolutes. rewrite Rabs_mult. reflexivity. }
unfold P_near, L_added_products_off, L_products_off, L_products_lost, L_products_relative, L_product_sizes,
  L_weight_lost. rewrite !ONE, !SIZE. differences.
assert (OT : L_outputs_tiny u t = outputs_tiny u t).
{ unfold L_outputs_tiny. rewrite ST. unfold outputs_tiny, L_rmul, L_el. ring. }
rewrite OT. eapply Rle_trans; [exact H|]. right. unfold off.
unfold L_joint, L_gamma_up, L_rmul, L_rdiv, L_el, L_visible_total, L_absolutes, L_compound, L_gamma_of.
change real_of_int with IZR. unfold visible_sum. differences. ring.
