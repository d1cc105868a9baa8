(* KEY 237f107267b7 *)
From Plumbline Require Import compare.shapes budget.row_score_math budget.linear_math budget.chunks_math.
intros u t q k m a n d steps scale y STEPS D UT B BS S C.
unfold P_bears_products, P_bears_sum, L_rmul, L_el in B, BS. change real_of_int with IZR in *.
replace (4 + IZR d) with (IZR d + 4) in B by ring.
assert (PART : within a m n) by (intros j J I; exact (S j (proj1 J) (proj2 J) I)).
assert (W := first_denominator u t q k m a n d steps scale y UT D B STEPS BS PART C). cbv zeta in W.
unfold P_near. differences. eapply Rle_trans; [exact W|]. right.
unfold linear_off, L_first_denominator_off, L_linear_off, L_linear_stored_off, L_linear_sum_off, L_terms_lost,
  L_terms_scaled_off, L_scaled_up, L_state_lost, L_state_of_keys, L_state_gain, L_state_unit, L_state_stores,
    terms_lost,
  terms_scaled_off, scaled_up, state_lost, state_of_keys, state_gain, state_unit, state_stores, operand_unit,
  operand_tiny, stores, inputs, sum_gamma, scale_tiny, amplified, L_sum_unit, L_score_unit, L_input_unit,
  L_operand_tiny, L_operand_unit, L_amplified, L_scale_tiny, L_joint, L_gamma_up, L_rmul, L_rdiv, L_dots,
  L_absolute_total, L_visible_total, L_total, L_absolutes, L_el, L_compound, L_gamma_of.
change real_of_int with IZR. differences. replace (4 + IZR d) with (IZR d + 4) by ring. unfold Rdiv, weighed, over.
ring.
