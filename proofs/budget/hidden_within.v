(* KEY c585f5dc0a5b *)
From Plumbline Require Import budget.capped_math compare.rounded_sum_math.
intros u t c y UT ((((C & E1) & N2) & B3) & B4)
  (factor & value & stored & product & after & second & third & F & A & S & V & W & P & Y).
unfold P_near. set (e := L_cap_unit u t c) in *.
destruct (UT 0%Z ltac:(lia)) as (U0 & T0). destruct (UT 3%Z ltac:(lia)) as (U3 & T3).
destruct (UT 4%Z ltac:(lia)) as (U4 & T4). destruct (UT 10%Z ltac:(lia)) as (U10 & _).
assert (E : e = (u 0%Z + t 0%Z / c)%R) by reflexivity.
assert (TC : 0 <= t 0%Z / c) by (apply Rmult_le_pos; [exact T0|left; apply Rinv_0_lt_compat, C]).
unfold L_rmul, L_el in B4, B3.
assert (ec : u 0%Z * Rabs c + t 0%Z = e * c) by (rewrite E, Rabs_pos_eq by lra; field; lra).
unfold engine.rounded_at, rounded_sum.near_rounded in F. rewrite ec in F.
assert (I : 1 <= / (1 - e)) by (rewrite <- Rinv_1 at 1; apply Rinv_le_contravar; lra).
assert (X1 := grown_off _ _ (2 * u 10%Z + 8 * u 4%Z + t 4%Z) _ _ _ ltac:(lra) (grown_none (-1)) V).
destruct (grown_rounded _ _ _ _ _ _ _ _ U3 T3 X1 W) as (J2 & X2).
assert (X3 := grown_multiplied c factor e _ _ _ _ C ltac:(lra) F X2).
destruct (grown_rounded _ _ _ _ _ _ _ _ U4 T4 X3 P) as (K2 & X4).
destruct (grown_rounded _ _ _ _ _ _ _ _ U3 T3 X4 Y) as (J3 & X5).
assert (M4 := growths_within (u 4%Z) 0 after 4 U4 ltac:(lia) K2 ltac:(lia) B4).
assert (M3 := growths_within (u 3%Z) second third 3 U3 J2 J3 S B3).
assert (G0 := growth_least _ 0 U4). assert (G2 := growth_least _ after U4).
assert (H2 := growth_least _ second U3). assert (H3 := growth_least _ third U3).
set (g2 := L_growth (u 4%Z) after) in *. set (h2 := L_growth (u 3%Z) second) in *.
set (h3 := L_growth (u 3%Z) third) in *. set (g0 := L_growth (u 4%Z) 0) in *. clearbody g0 g2 h2 h3.
set (N := / (1 - e) * (1 + e) * ((1 + gamma 4 (u 4%Z)) * (1 + gamma 3 (u 3%Z)))).
set (T := Rmax 1 c * (5 * t 4%Z + 3 * t 3%Z) + c * (2 * u 10%Z + 8 * u 4%Z)).
assert (G : grown N T (c * -1) y).
{ eapply grown_more; [| |exact X5].
  - unfold N. assert (g2 <= g0 * g2) by nra. assert (1 <= h2 * h3) by nra.
    assert (Q : 1 * (1 + e) * (g2 * (h2 * h3)) <=
      / (1 - e) * (1 + e) * ((1 + gamma 4 (u 4%Z)) * (1 + gamma 3 (u 3%Z)))).
    { apply Rmult_le_compat; [nra|nra|nra|]. apply Rmult_le_compat; lra. }
    eapply Rle_trans; [|exact Q]. right. ring.
  - unfold T. assert (M := Rmax_l 1 c). assert (M' := Rmax_r 1 c). set (m := Rmax 1 c) in *. clearbody m.
    apply IZR_le in K2, J2, J3, A, S. rewrite plus_IZR in S.
    set (k2 := IZR after) in *. set (j2 := IZR second) in *. set (j3 := IZR third) in *. clearbody k2 j2 j3.
    assert (Q1 : c * (t 4%Z + j2 * t 3%Z) <= m * (t 4%Z + j2 * t 3%Z)).
    { apply Rmult_le_compat_r; [|exact M']. assert (0 <= j2 * t 3%Z) by (apply Rmult_le_pos; lra). lra. }
    assert (Q2 : 1 * (k2 * t 4%Z + j3 * t 3%Z) <= m * (k2 * t 4%Z + j3 * t 3%Z)).
    { apply Rmult_le_compat_r; [|exact M]. assert (0 <= k2 * t 4%Z) by (apply Rmult_le_pos; lra).
      assert (0 <= j3 * t 3%Z) by (apply Rmult_le_pos; lra). lra. }
    assert (Q3 : m * ((1 + k2) * t 4%Z + (j2 + j3) * t 3%Z) <= m * (5 * t 4%Z + 3 * t 3%Z)).
    { apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat; apply Rmult_le_compat_r; lra. }
    lra. }
destruct G as (N1 & _ & G). unfold rounded_sum.near_rounded in G.
assert (NU : N = 1 + L_capped_unit u t c).
{ unfold N, L_capped_unit, L_joint, L_gamma_up, L_gamma_of, gamma, L_rdiv, L_rmul, L_el. fold e. field.
  repeat split; lra. }
replace (y + - (1) * (- (1) * c)) with (y - c * -1) by ring. eapply Rle_trans; [exact G|]. right.
replace (c * -1) with (- c) by ring. rewrite Rabs_Ropp, (Rabs_pos_eq c) by lra.
unfold L_capped_off, L_capped_tiny, L_tanh_off, L_rmul, L_el. rewrite NU. unfold T. ring.
