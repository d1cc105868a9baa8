(* KEY 7a24a9e5548d *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
intros x y Y X. assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum,
  L_rounded_product, upward, above; fold_least; reflexivity).
unfold L_quotient_up. rewrite up_is. apply up_bounds, Rmult_le_pos; [exact X|].
left. apply Rinv_0_lt_compat, Y.
