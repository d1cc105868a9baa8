(* KEY a592d921bd08 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.shapes.
From Plumbline Require Import budget.row_score_math budget.relative_math.
intros u t q k a d scale y p r D UT N C.
assert (B : (IZR d + 4) * u 2%Z < 1).
{ unfold P_bears_products, L_rmul, L_el in N. change real_of_int with IZR in N. lra. }
set (larger := Rmax 1 (Rabs scale)). assert (L1 : 1 <= larger) by apply Rmax_l.
assert (L : Rabs scale <= larger) by apply Rmax_r.
unfold L_relative_off, L_either_off. unfold P_near. destruct C as [(z & Z & S)|C].
- eapply Rle_trans; [|apply Rmax_l].
  set (e := L_formed_unit u). set (f := L_formed_tiny u t).
  assert (F : forall c, (0 <= c < d)%Z -> 0 <= e /\ 0 <= f /\
    Rabs (z c - (k c + a c)) <= e * (Rabs (k c) + Rabs (a c)) + f).
  { intros c I. destruct (formed_within u t _ _ _ UT (Z c I)) as (E0 & F0 & W). cbv zeta in *.
    replace e with (formed_unit u (Rmax (u 0%Z) (u 7%Z)))
      by (unfold e, formed_unit, L_formed_unit, L_tensor_unit, L_joint, L_rmul, L_el, L_compound; ring).
    replace f with (formed_tiny u t (Rmax (u 0%Z) (u 7%Z)) (Rmax (t 0%Z) (t 7%Z)))
      by (unfold f, formed_tiny, L_formed_tiny, L_tensor_unit, L_tensor_tiny, L_rmul, L_el; ring).
    split; [exact E0|split; [exact F0|exact W]]. }
  set (m := L_magnitude_of q k d + L_magnitude_of q a d). set (l := L_absolute_total q d).
  set (n := L_absolute_total k d + L_absolute_total a d).
  destruct (formed_sizes q k a e f d D) as (M & K). cbv zeta in M, K.
  assert (SUM : L_rmul scale (L_dots q (L_with_row k a) d) = p + r).
  { unfold p, r, L_rmul, L_dots, L_with_row. rewrite <- Rmult_plus_distr_l, <- sum_plus. f_equal.
    apply sum_same. intros. ring. }
  assert (W := Q_moved_score_within u t q z q (L_with_row k a) (L_absolutes q) (formed_size k a e f) d scale
    (L_formed_moves u t m l) y D UT N).
  cbv zeta in W. rewrite SUM in W. unfold P_near in W. eapply Rle_trans; [apply W|].
  + intros c C0 C1. apply Rle_refl.
  + intros c C0 C1. destruct (F c (conj C0 C1)) as (E0 & F0 & X). unfold L_el, formed_size.
    replace (z c) with ((k c + a c) + (z c - (k c + a c))) by ring. eapply Rle_trans; [apply Rabs_triang|].
    assert (T := Rabs_triang (k c) (a c)). lra.
  + assert (X := formed_moves q k a z e f d D (fun c I => proj2 (proj2 (F c I)))).
    replace (L_formed_moves u t m l) with (e * m + f * l) by (unfold L_formed_moves, L_rmul; reflexivity).
    replace (L_dots q (L_with_row k a) d) with
      (sequence.sum_below (fun c => q c * k c) d + sequence.sum_below (fun c => q c * a c) d).
    2: { rewrite <- sum_plus. apply sum_same. intros. unfold L_with_row. ring. }
    match goal with |- Rabs (?x + - (1) * ?v) <= _ => replace (x + - (1) * v) with (x - v) by ring end. exact X.
  + exact S.
  + right. unfold L_formed_off, L_moved_by_sum_off, L_sized_score_off, L_moved_score_off. fold larger.
    replace (L_dots (L_absolutes q) (formed_size k a e f) d) with (m + (e * m + f * l)) by (symmetry; exact M).
    replace (L_total (L_absolutes q) d) with l by reflexivity.
    replace (L_total (formed_size k a e f) d) with (n + (e * n + f * IZR d)) by (symmetry; exact K).
    unfold L_formed_moves. fold e f. change real_of_int with IZR. unfold L_rmul, m, n. ring.
- eapply Rle_trans; [|apply Rmax_r]. replace (y + - (1) * (p + r)) with (y - (p + r)) by ring.
  assert (W : Rabs (y - (p + r)) <= relative_math.apart_off u t d (Rabs scale) larger
    (L_magnitude_of q k d + L_magnitude_of q a d) (L_absolute_total q d) (L_absolute_total k d + L_absolute_total a d)
    (Rabs p + Rabs r) (Rabs (p + r))).
  { destruct C as [C|C];
      [apply (apart_within u t d scale larger q k a y UT D B L1 L C)|
       apply (together_within u t d scale larger q k a y UT D B L1 L C)]. }
  eapply Rle_trans; [exact W|]. right.
  unfold relative_math.apart_off, two_off, sized_off, sum_unit, sum_tiny, gained,
    L_apart_off, L_two_scores_off, L_sized_score_off, L_underflow_of_products, L_tiny_of_sum, L_moved. fold larger.
  replace (L_part_of_magnitude u t d (Rabs scale) larger) with (part_of_magnitude u t d (Rabs scale) larger).
  replace (L_part_of_sizes u t d larger) with (part_of_sizes u t d larger).
  replace (L_part_of_score u) with (part_of_score u).
  replace (L_part_of_nothing u t d larger) with (part_of_nothing u t d larger).
  1: unfold stores, amplified, L_score_unit, L_amplified, L_joint, L_compound, L_rmul, L_el; ring.
  all: unfold L_part_of_magnitude, L_part_of_sizes, L_part_of_score, L_part_of_nothing, L_product_gain, L_product_unit,
    L_sum_unit, L_score_unit, L_input_unit, L_operand_tiny, L_operand_unit, L_amplified, L_scale_tiny, L_joint,
    L_gamma_up, L_rmul, L_rdiv, L_el, part_of_magnitude, part_of_sizes, part_of_score, part_of_nothing, product_unit,
    sum_gamma, stores, inputs, operand_tiny, operand_unit, amplified, scale_tiny, L_compound, L_gamma_of;
    change real_of_int with IZR; differences; replace (4 + IZR d) with (IZR d + 4) by ring; unfold Rdiv;
    set (g := / (1 - (IZR d + 4) * u 2%Z)); ring.
