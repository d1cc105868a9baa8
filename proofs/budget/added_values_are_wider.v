(* KEY e402b618529f *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.shapes budget.added_sums_math.
From Plumbline Require Import budget.added_up_math budget.added_values_math.
intros u t a b y v f m n r k l g x LL KK R N L UT B W S.
assert (U6 := proj1 (UT 6%Z ltac:(lia))).
assert (G : L_gamma_up 4 (L_el u 6%Z) = gamma 4 (u 6%Z)).
{ unfold L_gamma_up, L_gamma_of, L_rdiv, L_rmul, L_el. differences. ring. }
assert (SU : L_stored_unit u = stored_unit u) by (unfold L_stored_unit, stored_unit; rewrite G; reflexivity).
assert (ST : L_stored_tiny u t = stored_tiny u t).
{ unfold L_stored_tiny, L_quotient_tiny, stored_tiny. rewrite G. unfold L_rmul, L_el. ring. }
assert (OU : L_outputs_unit u = outputs_unit u) by (unfold L_outputs_unit; rewrite SU; reflexivity).
assert (BEARS : bears u t g a b).
{ destruct B as (((_ & E28) & _) & A). split; [exact UT|]. split; [exact E28|]. split.
  - unfold L_rmul, L_el, real_of_int in A. assert (P := IZR_le 0 (k + l) ltac:(lia)).
    assert (Q := Rmult_le_pos _ _ P U6). lra.
  - destruct W as (((((((((A6 & FU) & AU) & PU) & FT) & AT) & PT) & KB) & T6) & E). rewrite OU in T6.
    assert (GK : L_gamma_up (real_of_int g) (L_el u 6%Z) = gamma (IZR g) (u 6%Z)).
    { unfold L_gamma_up, L_gamma_of, L_rdiv, L_rmul, L_el. change real_of_int with IZR. differences. ring. }
    unfold L_added_up_unit, L_row_unit in PU. unfold L_added_up_tiny, L_row_tiny, L_row_unit in PT.
    rewrite GK in PU, PT.
    assert (ROWS : wide_for_rows u t g a b).
    { split; [lia|]. split; [exact KB|]. split; [exact PU|]. eapply Rle_trans; [|exact PT]. right.
      unfold row_unit, row_tiny, L_joint, L_compound, L_rmul, L_el. change real_of_int with IZR. ring. }
    split; [|exact ROWS]. destruct (row_wider u t g a b UT ROWS) as (P5 & Q5).
    split; [exact FU|]. split.
    { eapply Rle_trans; [|exact FT]. right.
      unfold L_value_formed_tiny, L_formed_tiny, formed_tiny, tensor_unit, L_tensor_unit, L_tensor_tiny, L_rmul, L_el.
      ring. }
    split; [unfold L_value_apart_unit in AU; rewrite OU in AU; exact AU|]. split.
    { eapply Rle_trans; [|exact AT]. right. unfold L_value_apart_tiny. rewrite OU. unfold L_rmul, L_el. ring. }
    split; [exact T6|]. split; [symmetry; exact A6|]. split; [|split; [exact P5|apply Q5]]. intros i I N1 N5 N6.
    destruct (E i N1 N5 N6 ltac:(lia) ltac:(lia)) as (T' & U'). split; symmetry; assumption. }
split; [apply (wide_roundings u t a b UT); apply BEARS|].
destruct (added_values_wider u t g a b BEARS y v f m n r x N R ltac:(lia) S) as (z & X & Z). exists z. split.
- unfold P_near. replace (x + - (1) * z)%R with (x - z)%R by ring. eapply Rle_trans; [exact X|]. right.
  unfold L_outputs_tiny. rewrite ST. unfold outputs_tiny, L_rmul, L_el. ring.
- unfold P_visible_softmax, L_rmul. replace (1 / 2 * z)%R with (/ 2 * z)%R by (field; lra).
  replace (9 + 2 * r)%Z with (more r) by (unfold more; lia). exact Z.
