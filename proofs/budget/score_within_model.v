(* KEY 688509e4cc40 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.shapes budget.row_score_math.
intros u t q k d scale y D UT N C. unfold P_bears_products in N. change real_of_int with IZR in *.
replace (4 + IZR d) with (IZR d + 4) in * by ring.
assert (A := score_within_model u t d scale (Rmax 1 (Rabs scale)) q k y UT D N (Rmax_l _ _) (Rmax_r _ _) C).
differences. cbv zeta in A. eapply Rle_trans; [exact A|]. right.
unfold L_score_off, L_magnitude_of, L_absolute_total, L_total, L_part_of_magnitude, L_part_of_sizes, L_part_of_score,
  L_part_of_nothing, L_product_gain, L_product_unit, L_sum_unit, L_score_unit, L_input_unit, L_operand_tiny,
  L_operand_unit, L_amplified, L_scale_tiny, L_joint, L_gamma_up, L_rmul, L_rdiv, L_dots, L_el,
  part_of_magnitude, part_of_sizes, part_of_score, part_of_nothing, product_unit, sum_gamma, stores, inputs,
  operand_tiny, operand_unit, amplified, scale_tiny, L_compound, L_gamma_of, L_absolutes in *.
change real_of_int with IZR. differences. replace (4 + IZR d) with (IZR d + 4) by ring. unfold Rdiv.
set (g := / (1 - (IZR d + 4) * u 2%Z)). ring.
