(* KEY 8b5188063e8b *)
From Plumbline Require Import must_fail.number_witness.
(* A weight of 1 that is only known to be within 1 of 0, and a value of 1. *)
intro H. set (g := roundings (depth 64 1)).
assert (G : (0 <= g)%R) by (apply roundings_nonnegative; discriminate). assert (L := least_tiny).
assert (W := (H 1%Z 0%Z 0 1 0 1 1 0 0 0 least 0 ltac:(lia))%R).
unfold P_near, L_rmul, L_rounded_fused, L_rounded_sum, L_weight_coefficient, L_rounded_product in W.
specialize (W ltac:(rewrite Rmult_0_r, Rplus_0_r, Rabs_R1; lra) (blended_none 1 g ltac:(lia) G)).
rewrite Rmult_1_r, Rmult_0_l, !Rplus_0_l, rnd_zero, Rabs_R0, Rmult_0_r, rnd_zero, Rplus_0_r, rnd_least, Rabs_R1,
  Rmax_right in W by lra.
apply one_weight_near in W. rewrite Rplus_0_l, rnd_zero in W.
bound_crudely W. apply Rabs_le_inv in W. lra.
