(* KEY b1ce99e2f4ba *)
From Plumbline.number Require Import exp_rounded upward_math finite sum_math.
From Plumbline.score Require Import scaled_dot_math.
intros n exact xx yy total part p q s m r mid Q P N0 YQ XP N1 S D.
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
assert (depth_is : L_dot_depth n = depth 16 n).
{ unfold L_dot_depth, depth. rewrite Z.quot_div_nonneg, Z.min_comm by lia. ring. }
unfold P_near in S. replace (s + - (1) * m)%R with (s - m)%R in S by ring.
assert (G := scaled_dot_math.scaled_dot_near n exact xx yy total part p q s m r (conj N0 N1) D P Q XP YQ S).
unfold P_near, L_score_radius, L_score_underflow, L_score_reach, L_sum_up, L_product_up, L_roundings_up.
rewrite !up_is, depth_is.
fold_least. replace (L_rmul s exact + - (1) * mid)%R with (s * exact - mid)%R by (unfold L_rmul; ring).
exact G.
