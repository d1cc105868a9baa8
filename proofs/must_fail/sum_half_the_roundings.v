(* KEY aea2d414f9c3 *)
From Plumbline Require Import must_fail.number_witness.
(* One product, 1, off by two roundings. *)
intro H.
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
specialize (H 1%Z 1 1 1 1 1 (1 + 2 * u) 0 ltac:(lra) ltac:(lra) ltac:(lia))%R. unfold L_rmul, P_near in H.
specialize (H ltac:(lra) ltac:(lra) ltac:(lia) one_product).
unfold L_dot_radius, L_product_up, L_roundings_up, L_rounded_product in H. rewrite !up_is, !Rmult_1_r in H.
change (real_of_int (L_dot_depth 1)) with 2%R in H. set (c := (65537 / 590295810358705651712)%R) in *.
replace (2 * (65537 / 1180591620717411303424))%R with c in H by (unfold c; lra).
exact (one_rounding_too_few H).
