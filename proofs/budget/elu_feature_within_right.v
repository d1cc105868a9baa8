(* KEY 0b0f0f8eef05 *)
From Plumbline Require Import compare.rounded_sum_math compare.shapes budget.maps_math.
intros u t x y P (UX & U4) UT (first & computed & stored & sum & F & C & S & Y & Z).
unfold L_rmul, L_el in U4. destruct (UT 4%Z ltac:(lia)) as (U & T).
assert (E : first = x) by (destruct F as [(_ & F)|(N & _)]; [exact F|lra]). rewrite E in C.
assert (U2 : 2 * u 4%Z < 1) by lra.
assert (G := roundings_gamma _ _ 2 _ _ U T U2 C). assert (H := roundings_gamma _ _ 2 _ _ U T U2 Y).
exists computed, stored, sum. unfold P_rounded_often, P_rounded_in, P_rounded_by, P_near, L_gamma_up, L_gamma_tiny.
unfold L_rmul, L_rdiv, L_el.
unfold engine.rounded_at, rounded_sum.near_rounded, L_gamma_of in *. differences.
replace (1 + stored) with (stored + 1) by ring. repeat split.
+ eapply Rle_trans; [exact S|]. right. ring.
+ eapply Rle_trans; [exact Z|]. right. ring.
+ eapply Rle_trans; [exact G|]. unfold L_gamma_up, L_rdiv, L_rmul. right. simpl (IZR 2). differences. ring.
+ eapply Rle_trans; [exact H|]. unfold L_gamma_up, L_rdiv, L_rmul. right. simpl (IZR 2). differences. ring.
