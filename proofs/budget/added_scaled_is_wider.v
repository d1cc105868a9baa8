(* KEY b268641d879d *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.shapes budget.added_sums_math.
From Plumbline Require Import budget.added_values_math.
intros u t a b y v f m n r k l alpha x L K R N UT B W S.
assert (U6 := proj1 (UT 6%Z ltac:(lia))).
assert (G : L_gamma_up 4 (L_el u 6%Z) = gamma 4 (u 6%Z)).
{ unfold L_gamma_up, L_gamma_of, L_rdiv, L_rmul, L_el. differences. ring. }
assert (SU : L_stored_unit u = stored_unit u) by (unfold L_stored_unit, stored_unit; rewrite G; reflexivity).
assert (ST : L_stored_tiny u t = stored_tiny u t).
{ unfold L_stored_tiny, L_quotient_tiny, stored_tiny. rewrite G. unfold L_rmul, L_el. ring. }
assert (OU : L_outputs_unit u = outputs_unit u) by (unfold L_outputs_unit; rewrite SU; reflexivity).
assert (BEARS : bears u t a b).
{ destruct B as (((_ & E28) & _) & A). split; [exact UT|]. split; [exact E28|]. split.
  - unfold L_rmul, L_el, real_of_int in A. assert (P := IZR_le 0 (k + l) ltac:(lia)).
    assert (Q := Rmult_le_pos _ _ P U6). lra.
  - destruct W as ((((((A6 & FU) & AU) & FT) & AT) & T6) & E). rewrite OU in T6.
    split; [exact FU|]. split.
    { eapply Rle_trans; [|exact FT]. right.
      unfold L_value_formed_tiny, L_formed_tiny, formed_tiny, tensor_unit, L_tensor_unit, L_tensor_tiny, L_rmul, L_el.
      ring. }
    split; [unfold L_value_apart_unit in AU; rewrite OU in AU; exact AU|]. split.
    { eapply Rle_trans; [|exact AT]. right. unfold L_value_apart_tiny. rewrite OU. unfold L_rmul, L_el. ring. }
    split; [exact T6|]. split; [symmetry; exact A6|]. intros i I N1 N6.
    destruct (E i N1 N6 ltac:(lia) ltac:(lia)) as (T' & U'). split; symmetry; assumption. }
split; [apply (wide_roundings u t a b UT); apply BEARS|].
destruct (added_scaled_wider u t a b BEARS alpha y v f m n r x N R S) as (z & X & Z). exists z. split.
- unfold P_near. replace (x + - (1) * z)%R with (x - z)%R by ring. eapply Rle_trans; [exact X|]. right.
  unfold L_outputs_tiny. rewrite ST. unfold outputs_tiny, L_rmul, L_el. ring.
- unfold L_rmul. replace (1 / 2 * z)%R with (/ 2 * z)%R by (field; lra).
  replace (9 + 2 * r)%Z with (more r) by (unfold more; lia). exact Z.
