(* KEY 4fb73b14ac1f *)
From Plumbline Require Import compare.shapes compare.score_math budget.row_score_math budget.feature_math.
intros u t w x n y N UT B C. unfold P_bears_products, L_rmul, L_el in B. change real_of_int with IZR in *.
destruct (feature_product_near u t w x n y UT N ltac:(lra) C) as (p & W & Y). exists p. split.
- unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el. unfold engine.rounded_at, rounded_sum.near_rounded in Y.
  differences. rewrite Rplus_comm. exact Y.
- unfold P_near. differences. eapply Rle_trans; [exact W|]. right.
  unfold L_feature_product_off, L_feature_product_lost, L_feature_sum_unit, operand_unit, operand_tiny, L_operand_tiny,
    L_operand_unit, L_joint, L_gamma_up, L_rmul, L_rdiv, L_dots, L_absolute_total, L_total, L_absolutes, L_el,
    L_compound, L_gamma_of.
  change real_of_int with IZR. differences. replace (2 + IZR n) with (IZR n + 2) by ring. unfold Rdiv. ring.
