(* KEY f7433e44edbb *)
From Plumbline Require Import must_fail.number_witness.
(* A weight of 1 and a value of 1 + 2^-60: the product is rounded to 1, and the radius is next to nothing. *)
intro H. set (t := (1 / 1152921504606846976)%R). set (g := roundings (depth 64 1)).
assert (G : (0 <= g)%R) by (apply roundings_nonnegative; discriminate). assert (L := least_tiny).
assert (W := (H 1%Z 0%Z 0 1 1 0 (1 + t) 0 0 0 least 0 ltac:(lia))%R).
unfold P_near, L_rmul, L_rounded_fused, L_rounded_sum in W.
specialize (W ltac:(rewrite Rmult_1_r, Rplus_opp_r, Rabs_R0; lra) (blended_none 1 g ltac:(lia) G)).
rewrite Rmult_1_l, !Rplus_0_l, !Rplus_0_r, rnd_least, one_absorbs, Rabs_pos_eq, Rmax_right in W by (unfold t; lra).
apply one_weight_near in W. rewrite Rplus_0_l, (rnd_exact 1) in W by in_format.
assert (0 <= least * t <= least)%R by (unfold t; split; [apply Rmult_le_pos|]; lra). rewrite Rmult_plus_distr_l in W.
set (lost := (least * t)%R) in *. clearbody lost. bound_crudely W. apply Rabs_le_inv in W. unfold t in *. lra.
