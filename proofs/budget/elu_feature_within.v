(* KEY 885452171eb1 *)
From Plumbline Require Import compare.rounded_sum_math compare.shapes budget.maps_math.
intros u t x y e (UX & U4) UT (first & computed & stored & sum & F & C & S & Y & Z). unfold e; clear e.
unfold L_rmul, L_el in U4. destruct (UT 4%Z ltac:(lia)) as (U & T). destruct (UT 10%Z ltac:(lia)) as (U10 & _).
assert (U2 : 2 * u 4%Z < 1) by lra.
assert (G := roundings_gamma _ _ 2 _ _ U T U2 C). assert (H := roundings_gamma _ _ 2 _ _ U T U2 Y).
assert (A := elu_first _ _ _ _ U10 T F).
exists first. split.
- exists computed, stored, sum. unfold P_rounded_often, P_rounded_in, P_rounded_by, P_near, L_gamma_up, L_gamma_tiny.
  unfold L_rmul, L_rdiv, L_el.
  unfold engine.rounded_at, rounded_sum.near_rounded, L_gamma_of in *. differences.
  replace (1 + stored) with (stored + 1) by ring. repeat split.
  + eapply Rle_trans; [exact S|]. right. ring.
  + eapply Rle_trans; [exact Z|]. right. ring.
  + eapply Rle_trans; [exact G|]. unfold L_gamma_up, L_rdiv, L_rmul. right. simpl (IZR 2). differences. ring.
  + eapply Rle_trans; [exact H|]. unfold L_gamma_up, L_rdiv, L_rmul. right. simpl (IZR 2). differences. ring.
- unfold P_near, L_elu_off, L_rmul, L_el. differences.
  replace (- (1) + L_elu_plus_one x) with (L_elu_plus_one x - 1) by ring.
  eapply Rle_trans; [exact A|]. right. ring.
