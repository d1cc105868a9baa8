(* KEY 8209230b8bfa *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math budget.row_score_math.
intros u t x z p k sx sk d scale e y product score D UT N SZ SX M Y. subst product score. unfold P_near in *.
assert (W := Q_score_within_model u t x z d scale y D UT N Y). cbv zeta in W.
set (s := Rabs scale) in *. set (larger := Rmax 1 s) in *.
assert (S0 : 0 <= s) by apply Rabs_pos. assert (L1 : 1 <= larger) by apply Rmax_l.
assert (U0 := UT 0%Z ltac:(lia)). assert (U1 := UT 1%Z ltac:(lia)). assert (U2 := UT 2%Z ltac:(lia)).
assert (U3 := UT 3%Z ltac:(lia)).
(* all parts of the error are of sizes *)
assert (J : forall a b, 0 <= a -> 0 <= b -> 0 <= L_joint a b).
{ intros a b A B. unfold L_joint, L_rmul. assert (0 <= a * b) by (apply Rmult_le_pos; assumption). lra. }
assert (P : forall a b, 0 <= a -> 0 <= b -> 0 <= L_rmul a b) by (intros; unfold L_rmul; apply Rmult_le_pos; assumption).
assert (A : forall a b, 0 <= a -> 0 <= b -> 0 <= a + b) by (intros; lra).
assert (G : 0 <= L_sum_unit u d).
{ unfold L_sum_unit, L_gamma_up, L_rdiv, L_rmul, L_el. unfold P_bears_products, L_rmul, L_el in N.
  change real_of_int with IZR in *. assert (I := IZR_le 0 d D).
  assert (0 <= (4 + IZR d) * u 2%Z) by (apply Rmult_le_pos; lra).
  apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]. }
assert (C1 : 0 <= L_part_of_magnitude u t d s larger).
{ unfold L_part_of_magnitude, L_product_unit, L_operand_unit, L_score_unit, L_input_unit, L_scale_tiny, L_el.
  repeat first [exact G|lra|apply P|apply A|apply J]. }
assert (C2 : 0 <= L_part_of_sizes u t d larger).
{ unfold L_part_of_sizes, L_product_gain, L_amplified, L_operand_tiny, L_operand_unit, L_score_unit, L_el.
  repeat first [exact G|lra|apply P|apply A|apply J]. }
assert (C3 : 0 <= L_part_of_score u) by (unfold L_part_of_score, L_score_unit, L_input_unit, L_el;
  repeat first [lra|apply J]).
assert (B1 : L_magnitude_of x z d <= L_dots sx sk d).
{ unfold L_magnitude_of, L_dots, L_absolutes. apply sum_monotone. intros c (C0 & C9). specialize (SX c C0 C9).
  specialize (SZ c C0 C9). unfold L_el in *. apply Rmult_le_compat; try apply Rabs_pos; assumption. }
assert (B2 : L_absolute_total x d <= L_total sx d).
{ unfold L_absolute_total, L_total, L_absolutes. apply sum_monotone. intros c (C0 & C9). exact (SX c C0 C9). }
assert (B3 : L_absolute_total z d <= L_total sk d).
{ unfold L_absolute_total, L_total, L_absolutes. apply sum_monotone. intros c (C0 & C9). exact (SZ c C0 C9). }
set (h := L_dots x z d) in *. set (g := L_dots p k d) in *.
assert (E : Rabs (L_rmul scale h + - (1) * L_rmul scale g) <= L_rmul s e).
{ unfold L_rmul. replace (scale * h + - (1) * (scale * g)) with (scale * (h + - (1) * g)) by ring. rewrite Rabs_mult.
  apply Rmult_le_compat_l; assumption. }
assert (H : Rabs (L_rmul scale h) <= Rabs (L_rmul scale g) + L_rmul s e).
{ replace (L_rmul scale h) with (L_rmul scale g + (L_rmul scale h + - (1) * L_rmul scale g)) at 1 by ring.
  eapply Rle_trans; [apply Rabs_triang|]. lra. }
replace (y + - (1) * L_rmul scale g) with
  ((y + - (1) * L_rmul scale h) + (L_rmul scale h + - (1) * L_rmul scale g)) by ring.
eapply Rle_trans; [apply Rabs_triang|]. unfold L_score_off in W. unfold L_moved_score_off. fold s larger in W |- *.
fold h in W. set (c1 := L_part_of_magnitude u t d s larger) in *. set (c2 := L_part_of_sizes u t d larger) in *.
set (c3 := L_part_of_score u) in *. clearbody c1 c2 c3.
assert (R1 := Rmult_le_compat_l _ _ _ C1 B1). assert (R2 := Rmult_le_compat_l _ _ _ C2 B2).
assert (R3 := Rmult_le_compat_l _ _ _ C2 B3). assert (R4 := Rmult_le_compat_l _ _ _ C3 H). unfold L_rmul in *. lra.
