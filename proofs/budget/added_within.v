(* KEY 3f7a00da42d6 *)
From Plumbline Require Import compare.rounded_sum_math budget.rotated_math.
intros u t d r w x y sum UT N (row & s & first & R & S & F & Y). unfold P_near in *.
assert (U4 := UT 4%Z ltac:(lia)). assert (U0 := UT 0%Z ltac:(lia)). assert (U7 := UT 7%Z ltac:(lia)).
set (g := L_tensor_unit u). set (h := L_tensor_tiny t).
assert (G : u 0%Z <= g /\ u 7%Z <= g) by (unfold g, L_tensor_unit, L_el; split; [apply Rmax_l|apply Rmax_r]).
assert (H : t 0%Z <= h /\ t 7%Z <= h) by (unfold h, L_tensor_tiny, L_el; split; [apply Rmax_l|apply Rmax_r]).
assert (G0 : 0 <= g) by lra.
assert (T : forall a b, alibi_computed.in_tensor u t a b -> rounded_sum.near_rounded g h a b).
{ intros a b [E|E]; unfold engine.rounded_at, rounded_sum.near_rounded in *; assert (X := Rabs_pos a);
    (eapply Rle_trans; [exact E|]); apply Rplus_le_compat; try lra; apply Rmult_le_compat_r; lra. }
replace (w + - (1) * r) with (w - r) in N by ring.
assert (A := moved_within _ _ _ _ _ _ _ G0 (T _ _ R) N (Rle_refl (Rabs r))).
assert (B : Rabs (x + row - sum) <= moved g h d (Rabs r)).
{ replace (x + row - sum) with (row - r) by (unfold sum; ring). exact A. }
assert (C := moved_within _ _ _ _ _ _ _ (proj1 U4) S B (Rle_refl (Rabs sum))).
assert (D := moved_within _ _ _ _ _ _ _ G0 (T _ _ F) C (Rle_refl (Rabs sum))).
assert (Z := moved_within _ _ _ _ _ _ _ G0 (T _ _ Y) D (Rle_refl (Rabs sum))).
replace (y + - (1) * sum) with (y - sum) by ring. eapply Rle_trans; [exact Z|]. right.
unfold L_added_off, L_rotated_stored, L_in_tensor_off, L_moved, moved, L_rmul, L_el. fold g h. ring.
