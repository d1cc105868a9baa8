(* KEY 8e22306710e3 *)
From Plumbline Require Import must_fail.number_witness.
(* One product, 1, off by two roundings, and scaled by 1: the rounding of the score is one alone. *)
intro H.
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
specialize (H 1%Z 1 1 1 (1 + 2 * u) 0 1 1 1 1 0)%R. cbv zeta in H. unfold L_rmul, P_near in H.
specialize (H ltac:(lra) ltac:(lra) ltac:(lia) ltac:(lra) ltac:(lra) ltac:(lia)).
specialize (H ltac:(rewrite Rmult_1_r, Rplus_opp_r, Rabs_R0; lra) one_product).
unfold L_score_radius, L_score_underflow, L_product_up, L_rounded_product, L_rounded_fused in H.
rewrite !up_is in H. 
hide_tiny H. set (m := (4503599627370497 / 4503599627370496)%R) in *.
replace (1 * (1 + 2 * u))%R with m in H by (unfold u, m; lra). rewrite (rnd_exact m) in H by (unfold m; in_format).
assert (M : (1 < m)%R) by (unfold m; lra).
rewrite Rabs_R1, (Rabs_pos_eq m), Rmult_0_l, rnd_zero, upward_zero, !Rmult_1_r, !Rmult_1_l in H by lra.
assert (L := least_tiny). assert (B := rnd_crude tiny ltac:(lra)). set (b := rnd tiny) in *. clearbody b.
assert (C := upward_crude b ltac:(lra)). set (c := upward b) in *. clearbody c.
assert (D : (0 <= rnd (m * (16777217 / 151115727451828646838272) + c) <= 5 / 36028797018963968)%R)
  by (apply rnd_between; [in_format..|unfold m; lra]). set (d := rnd (m * _ + c)) in *.
assert (E : (0 <= rnd (least + d) <= 3 / 18014398509481984)%R) by (apply rnd_between; [in_format..|lra]).
set (e := rnd (least + d)) in *.
apply Rabs_le_inv in H. unfold m in H. lra.
