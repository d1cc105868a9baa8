(* KEY c6fbde8c0bbb *)
From Plumbline Require Import compare.rounded_sum_math.
intros u t k s d y real_k size exact UT B [[Z _]|[_ (power & stored & product & first & P & S & M & F & Y)]].
{ exfalso. unfold P_bears_slope, size in B. rewrite Z, Rabs_R0 in B. lra. }
unfold real_k, size, exact, P_near, L_own_off in *. change real_of_int with IZR in *.
assert (B0 : 0 < Rabs s) by (unfold P_bears_slope in B; tauto).
assert (B4 : 4 * u 4%Z < 1) by (unfold P_bears_slope, L_rmul, L_el in B; tauto).
assert (Bk : IZR k * u 4%Z < 1) by (unfold P_bears_slope, L_rmul, L_el in B; tauto).
assert (U4 := UT 4%Z ltac:(lia)). assert (U0 := UT 0%Z ltac:(lia)). assert (U7 := UT 7%Z ltac:(lia)).
set (a := L_tensor_unit u). set (b := L_tensor_tiny t).
assert (A : u 0%Z <= a /\ u 7%Z <= a) by (unfold a, L_tensor_unit, L_el; split; [apply Rmax_l|apply Rmax_r]).
assert (C : t 0%Z <= b /\ t 7%Z <= b) by (unfold b, L_tensor_tiny, L_el; split; [apply Rmax_l|apply Rmax_r]).
assert (A0 : 0 <= a) by lra.
assert (T : forall x z, alibi_computed.in_tensor u t x z -> rounded_sum.near_rounded a b x z).
{ intros x z [H|H]; unfold engine.rounded_at, rounded_sum.near_rounded in *; assert (X := Rabs_pos x);
    (eapply Rle_trans; [exact H|]); apply Rplus_le_compat; try lra; apply Rmult_le_compat_r; lra. }
assert (N1 := roundings_gamma _ _ _ _ _ (proj1 U4) (proj2 U4) Bk P).
assert (N2 := compound_rounded _ _ _ _ _ _ _ A0 N1 (T _ _ S)).
(* what the slope underflows by is a part of it *)
assert (N3 : rounded_sum.near_rounded (L_slope_unit u t (IZR k) (Rabs s)) 0 (s * d) (stored * d)).
{ unfold rounded_sum.near_rounded in *. replace (stored * d - s * d) with ((stored - s) * d) by ring.
  rewrite !Rabs_mult, Rplus_0_r. set (r := Rabs s) in *.
  apply Rle_trans with ((L_slope_unit u t (IZR k) r * r) * Rabs d); [|right; ring].
  apply Rmult_le_compat_r; [apply Rabs_pos|]. eapply Rle_trans; [exact N2|]. right.
  unfold L_slope_unit, L_in_tensor_tiny, L_gamma_tiny, L_joint, L_gamma_up, L_compound, L_gamma_of, L_rmul, L_rdiv,
    L_el.
  fold a b. field. repeat split; lra. }
assert (N4 := compound_rounded _ _ _ _ _ _ _ (gamma_positive 4 (u 4%Z) ltac:(lra)) N3
  (roundings_gamma _ _ _ _ _ (proj1 U4) (proj2 U4) B4 M)).
assert (N5 := compound_rounded _ _ _ _ _ _ _ A0 N4 (T _ _ F)).
assert (N6 := compound_rounded _ _ _ _ _ _ _ A0 N5 (T _ _ Y)).
unfold rounded_sum.near_rounded in N6. change (L_rmul s d) with (s * d).
replace (y + - (1) * (s * d)) with (y - s * d) by ring. eapply Rle_trans; [exact N6|]. right.
unfold L_alibi_unit, L_alibi_tiny, L_in_tensor_tiny, L_gamma_tiny. fold a b.
unfold L_joint, L_compound, L_gamma_up, L_gamma_of, L_rmul, L_rdiv, L_el, Rdiv.
replace (1 + - (1) * (4 * u 4%Z)) with (1 - 4 * u 4%Z) by ring. ring.
