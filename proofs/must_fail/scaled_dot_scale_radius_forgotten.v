(* KEY 690571f0357a *)
From Plumbline Require Import must_fail.number_witness.
(* A scale of 1 that is only known to be within 1 of 0, and one product, 1. *)
intro H.
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
specialize (H 1%Z 1 1 1 (1 + 2 * u) 0 1 1 1 0 1)%R. cbv zeta in H. unfold L_rmul, P_near in H.
specialize (H ltac:(lra) ltac:(lra) ltac:(lia) ltac:(lra) ltac:(lra) ltac:(lia)).
specialize (H ltac:(rewrite Rmult_0_r, Rplus_0_r, Rabs_R1; lra) one_product).
unfold L_score_radius, L_score_underflow, L_score_reach, L_product_up, L_rounded_product, L_rounded_fused in H.
rewrite !up_is, Rabs_R0, !Rmult_0_l, !Rmult_0_r, rnd_zero, upward_zero in H.
assert (L := least_tiny). rewrite Rabs_R0, Rmult_0_l, Rplus_0_l in H. bound_crudely H. rewrite Rabs_pos_eq in H by lra.
lra.
