(* capped_math.v - a softcap as computed: its roundings one after the other. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
From Plumbline.model Require Import sequence rounded_sum tanh engine capped.
From Plumbline.number Require Import tanh_math.
From Plumbline.compare Require Import rounded_sum_math score_math.
Open Scope R_scope.

(* z is x times up to N, and off by up to N T more *)
Definition grown (N T x z : R) : Prop := 1 <= N /\ 0 <= T /\ near_rounded (N - 1) (N * T) x z.

Lemma grown_none : forall x, grown 1 0 x x.
Proof. intros x. unfold grown, near_rounded. replace (x - x) with 0 by ring. rewrite Rabs_R0. lra. Qed.

Lemma grown_rounded : forall u t k N T x y z, 0 <= u -> 0 <= t -> grown N T x y -> P_roundings u t k y z ->
  (0 <= k)%Z /\ grown (N * L_growth u k) (T + IZR k * t) x z.
Proof.
  intros u t k N T x y z U S (N1 & T0 & H) R. destruct (roundings_grow u t k y z U S R) as (K & G).
  split; [exact K|]. assert (L := growth_least u k U). assert (I := IZR_le 0 k K).
  assert (C := compound_rounded (N - 1) (N * T) (L_growth u k - 1) _ _ _ _ ltac:(lra) H G).
  assert (KT : 0 <= IZR k * t) by (apply Rmult_le_pos; assumption). set (g := L_growth u k) in *. clearbody g.
  split; [nra|]. split; [lra|]. unfold near_rounded, L_compound in *. eapply Rle_trans; [exact C|].
  replace (N - 1 + (g - 1) + (N - 1) * (g - 1)) with (N * g - 1) by ring. apply Rplus_le_compat_l.
  replace (N * T * (1 + (g - 1)) + IZR k * t * g) with (N * g * T + g * (IZR k * t)) by ring.
  replace (N * g * (T + IZR k * t)) with (N * g * T + N * (g * (IZR k * t))) by ring.
  assert (0 <= g * (IZR k * t)) by (apply Rmult_le_pos; lra). nra.
Qed.

(* a part of x by a factor, and the rest *)
Lemma split_error : forall a s x y, 0 <= a -> 0 <= s -> near_rounded a s x y ->
  exists e, Rabs e <= a /\ Rabs (y - (1 + e) * x) <= s.
Proof.
  unfold near_rounded. intros a s x y A S H. destruct (Req_dec x 0) as [Z|Z].
  - exists 0. rewrite Z in *. rewrite Rabs_R0 in *. split; [exact A|].
    replace (y - (1 + 0) * 0) with (y - 0) by ring. lra.
  - assert (P := Rabs_pos_lt x Z). destruct (Rle_lt_dec (Rabs (y - x)) (a * Rabs x)) as [I|O].
    + exists ((y - x) / x). unfold Rdiv. rewrite Rabs_mult, Rabs_inv. split.
      * apply Rmult_le_reg_r with (Rabs x); [exact P|]. rewrite Rmult_assoc, Rinv_l by lra. lra.
      * replace (y - (1 + (y - x) * / x) * x) with 0 by (field; exact Z). rewrite Rabs_R0. exact S.
    + assert (D : 0 < Rabs (y - x)) by (assert (0 <= a * Rabs x) by (apply Rmult_le_pos; lra); lra).
      set (q := a * Rabs x / Rabs (y - x)). assert (Q : 0 <= q <= 1).
      { unfold q. split.
        - apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat, D].
        - apply Rmult_le_reg_r with (Rabs (y - x)); [exact D|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      exists (q * ((y - x) / x)). split.
      * unfold Rdiv. rewrite !Rabs_mult, Rabs_inv, (Rabs_pos_eq q) by lra. unfold q. right. field. lra.
      * replace (y - (1 + q * ((y - x) / x)) * x) with ((1 - q) * (y - x)) by (field; exact Z).
        rewrite Rabs_mult, Rabs_pos_eq by lra. replace ((1 - q) * Rabs (y - x)) with (Rabs (y - x) - a * Rabs x).
        -- lra.
        -- unfold q. field. lra.
Qed.

Lemma grown_tanh : forall N T x y, N <= 2 -> grown N T x y -> grown N T (L_rtanh x) (L_rtanh y).
Proof.
  intros N T x y L (N1 & T0 & H). repeat split; [exact N1|exact T0|].
  destruct (split_error (N - 1) (N * T) x y ltac:(lra) ltac:(apply Rmult_le_pos; lra) H) as (e & E & R).
  assert (A := tanh_relative x e ltac:(lra)). assert (B := tanh_moves y ((1 + e) * x)).
  assert (Rabs e * Rabs (L_rtanh x) <= (N - 1) * Rabs (L_rtanh x)) by (apply Rmult_le_compat_r;
    [apply Rabs_pos|exact E]).
  unfold near_rounded. replace (L_rtanh y - L_rtanh x) with
    ((L_rtanh y - L_rtanh ((1 + e) * x)) + (L_rtanh ((1 + e) * x) - L_rtanh x)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Lemma grown_off : forall N T F x y z, 0 <= F -> grown N T x y -> Rabs (z - y) <= F -> grown N (T + F) x z.
Proof.
  unfold grown, near_rounded. intros N T F x y z F0 (N1 & T0 & H) Z. repeat split; [exact N1|lra|].
  replace (z - x) with ((z - y) + (y - x)) by ring. eapply Rle_trans; [apply Rabs_triang|]. nra.
Qed.

(* the cap, off by a part of itself, divides; or multiplies *)
Lemma grown_divided : forall c divisor e x, 0 < c -> 0 <= e < 1 -> Rabs (divisor - c) <= e * c ->
  grown (/ (1 - e)) 0 (x / c) (x / divisor).
Proof.
  intros c divisor e x C E H. apply Rabs_le_inv in H.
  assert (LD : (1 - e) * c <= divisor) by lra.
  assert (D : 0 < divisor) by (assert (0 < (1 - e) * c) by (apply Rmult_lt_0_compat; lra); lra).
  assert (I : 1 <= / (1 - e)) by (rewrite <- Rinv_1 at 1; apply Rinv_le_contravar; lra).
  repeat split; [exact I|lra|]. unfold near_rounded. rewrite Rmult_0_r, Rplus_0_r.
  replace (x / divisor - x / c) with ((c / divisor - 1) * (x / c)) by (field; lra). rewrite Rabs_mult.
  apply Rmult_le_compat_r; [apply Rabs_pos|]. replace (c / divisor - 1) with ((c - divisor) / divisor) by (field; lra).
  unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq divisor) by lra.
  replace (/ (1 - e) - 1) with (e * c * / ((1 - e) * c)) by (field; lra).
  apply Rmult_le_compat; [apply Rabs_pos|left; apply Rinv_0_lt_compat, D|apply Rabs_le; lra|].
  apply Rinv_le_contravar; [apply Rmult_lt_0_compat; lra|exact LD].
Qed.

Lemma grown_multiplied : forall c factor e N T x y, 0 < c -> 0 <= e -> Rabs (factor - c) <= e * c -> grown N T x y ->
  grown (N * (1 + e)) (c * T) (c * x) (factor * y).
Proof.
  intros c factor e N T x y C E F (N1 & T0 & H). unfold near_rounded in H.
  repeat split; [nra|apply Rmult_le_pos; lra|]. unfold near_rounded.
  replace (factor * y - c * x) with (factor * (y - x) + (factor - c) * x) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult, (Rabs_pos_eq c) by lra. assert (X := Rabs_pos x).
  assert (B : Rabs factor <= c * (1 + e)).
  { replace factor with (c + (factor - c)) by ring. eapply Rle_trans; [apply Rabs_triang|].
    rewrite (Rabs_pos_eq c) by lra. lra. }
  assert (P : Rabs factor * Rabs (y - x) <= c * (1 + e) * ((N - 1) * Rabs x + N * T)).
  { apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  assert (Q : Rabs (factor - c) * Rabs x <= e * c * Rabs x) by (apply Rmult_le_compat_r; assumption). lra.
Qed.

Lemma grown_more : forall N T M S x y, N <= M -> T <= S -> grown N T x y -> grown M S x y.
Proof.
  unfold grown, near_rounded. intros N T M S x y L K (N1 & T0 & H). repeat split; [lra|lra|].
  assert (X := Rabs_pos x). eapply Rle_trans; [exact H|]. apply Rplus_le_compat; [apply Rmult_le_compat_r; lra|].
  apply Rmult_le_compat; lra.
Qed.

(* counts of roundings on two or three stretches *)
Lemma growths_within : forall u j k m, 0 <= u -> (0 <= j)%Z -> (0 <= k)%Z -> (j + k <= m)%Z -> IZR m * u < 1 ->
  L_growth u j * L_growth u k <= 1 + gamma (IZR m) u.
Proof.
  intros u j k m U J K L S. rewrite <- growth_plus by assumption.
  eapply Rle_trans; [apply (growth_monotone u (j + k) m U L)|]. apply growth_gamma; [exact U|lia|exact S].
Qed.

(* the cap as computed of a score as computed *)
Lemma cap_grown : forall u t c x y e N T, (forall i, (0 <= i < 12)%Z -> 0 <= u i /\ 0 <= t i) -> 0 < c ->
  e = u 0%Z + t 0%Z / c -> e < 1 -> 4 * u 4%Z < 1 -> 3 * u 3%Z < 1 ->
  N = / (1 - e) * (1 + e) * ((1 + gamma 4 (u 4%Z)) * (1 + gamma 3 (u 3%Z))) -> N <= 2 ->
  T = Rmax 1 c * (5 * t 4%Z + 3 * t 3%Z) + c * (2 * u 10%Z + 8 * u 4%Z) ->
  P_cap_computed u t c x y -> grown N T (c * L_rtanh (x / c)) y.
Proof.
  intros u t c x y e N T UT C Ee E1 B4 B3 EN N2 ET
    (divisor & factor & quotient & argument & value & stored & product & before & after & first & second & third &
     D & F & B & S & Q & A & V & W & P & Y).
  destruct (UT 0%Z ltac:(lia)) as (U0 & T0). destruct (UT 3%Z ltac:(lia)) as (U3 & T3).
  destruct (UT 4%Z ltac:(lia)) as (U4 & T4). destruct (UT 10%Z ltac:(lia)) as (U10 & _).
  assert (TC : 0 <= t 0%Z / c) by (apply Rmult_le_pos; [exact T0|left; apply Rinv_0_lt_compat, C]).
  assert (ec : u 0%Z * Rabs c + t 0%Z = e * c) by (rewrite Ee, Rabs_pos_eq by lra; field; lra).
  unfold rounded_at, near_rounded in D, F. rewrite ec in D, F.
  assert (I : 1 <= / (1 - e)) by (rewrite <- Rinv_1 at 1; apply Rinv_le_contravar; lra).
  assert (K1 := proj1 (roundings_grow _ _ _ _ _ U4 T4 Q)). assert (K2 := proj1 (roundings_grow _ _ _ _ _ U4 T4 P)).
  assert (J1 := proj1 (roundings_grow _ _ _ _ _ U3 T3 A)). assert (J2 := proj1 (roundings_grow _ _ _ _ _ U3 T3 W)).
  assert (J3 := proj1 (roundings_grow _ _ _ _ _ U3 T3 Y)).
  (* what all roundings grow to *)
  assert (M4 := growths_within (u 4%Z) before after 4 U4 K1 K2 B B4).
  assert (M3 := growths_within (u 3%Z) first (second + third) 3 U3 J1 ltac:(lia) ltac:(lia) B3).
  rewrite growth_plus in M3 by assumption.
  assert (X1 := grown_divided c divisor e x C ltac:(lra) D).
  destruct (grown_rounded _ _ _ _ _ _ _ _ U4 T4 X1 Q) as (_ & X2).
  destruct (grown_rounded _ _ _ _ _ _ _ _ U3 T3 X2 A) as (_ & X3).
  assert (G1 := growth_least _ before U4). assert (G2 := growth_least _ after U4).
  assert (H1 := growth_least _ first U3). assert (H2 := growth_least _ second U3).
  assert (H3 := growth_least _ third U3).
  set (g1 := L_growth (u 4%Z) before) in *. set (g2 := L_growth (u 4%Z) after) in *.
  set (h1 := L_growth (u 3%Z) first) in *. set (h2 := L_growth (u 3%Z) second) in *.
  set (h3 := L_growth (u 3%Z) third) in *. set (i := / (1 - e)) in *. clearbody g1 h1 i.
  assert (H23 : 1 <= h2 * h3) by nra. assert (P4 : g1 <= g1 * g2) by nra.
  assert (P3 : h1 <= h1 * (h2 * h3)) by nra.
  assert (whole : i * (1 + e) * (g1 * g2 * (h1 * (h2 * h3))) <= N).
  { rewrite EN. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat; try lra; nra. }
  assert (L : i * g1 * h1 <= 2).
  { eapply Rle_trans; [|exact N2]. eapply Rle_trans; [|exact whole].
    replace (i * g1 * h1) with (i * (g1 * h1)) by ring. apply Rmult_le_compat; try lra; [nra|nra|].
    apply Rmult_le_compat; lra. }
  assert (X4 := grown_tanh _ _ _ _ L X3).
  assert (X5 := grown_off _ _ (2 * u 10%Z + 8 * u 4%Z + t 4%Z) _ _ _ ltac:(lra) X4 V).
  destruct (grown_rounded _ _ _ _ _ _ _ _ U3 T3 X5 W) as (_ & X6).
  assert (X7 := grown_multiplied c factor e _ _ _ _ C ltac:(lra) F X6).
  destruct (grown_rounded _ _ _ _ _ _ _ _ U4 T4 X7 P) as (_ & X8).
  destruct (grown_rounded _ _ _ _ _ _ _ _ U3 T3 X8 Y) as (_ & X9).
  fold g2 h2 h3 in X9. clearbody g2 h2 h3.
  eapply grown_more; [| |exact X9]; clear - whole ET B S K1 K2 J1 J2 J3 T3 T4 C G1 G2 H1 H2 H3.
  - replace (i * g1 * h1 * h2 * (1 + e) * g2 * h3) with (i * (1 + e) * (g1 * g2 * (h1 * (h2 * h3)))) by ring.
    exact whole.
  - rewrite ET. assert (M := Rmax_l 1 c). assert (M' := Rmax_r 1 c). set (m := Rmax 1 c) in *. clearbody m.
    apply IZR_le in K1, K2, J1, J2, J3, B, S. rewrite plus_IZR in B. rewrite !plus_IZR in S.
    set (k1 := IZR before) in *. set (k2 := IZR after) in *. set (j1 := IZR first) in *.
    set (j2 := IZR second) in *. set (j3 := IZR third) in *. clearbody k1 k2 j1 j2 j3.
    assert (Q1 : c * ((1 + k1) * t 4%Z + (j1 + j2) * t 3%Z) <= m * ((1 + k1) * t 4%Z + (j1 + j2) * t 3%Z)).
    { apply Rmult_le_compat_r; [|exact M'].
      assert (0 <= (1 + k1) * t 4%Z) by (apply Rmult_le_pos; lra).
      assert (0 <= (j1 + j2) * t 3%Z) by (apply Rmult_le_pos; lra). lra. }
    assert (Q2 : 1 * (k2 * t 4%Z + j3 * t 3%Z) <= m * (k2 * t 4%Z + j3 * t 3%Z)).
    { apply Rmult_le_compat_r; [|exact M]. assert (0 <= k2 * t 4%Z) by (apply Rmult_le_pos; lra).
      assert (0 <= j3 * t 3%Z) by (apply Rmult_le_pos; lra). lra. }
    assert (Q3 : m * ((1 + k1 + k2) * t 4%Z + (j1 + j2 + j3) * t 3%Z) <= m * (5 * t 4%Z + 3 * t 3%Z)).
    { apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat; apply Rmult_le_compat_r; lra. }
    lra.
Qed.

(* of a score that is off by d *)
Lemma cap_within_model : forall u t c s x d y e N T, (forall i, (0 <= i < 12)%Z -> 0 <= u i /\ 0 <= t i) -> 0 < c ->
  e = u 0%Z + t 0%Z / c -> e < 1 -> 4 * u 4%Z < 1 -> 3 * u 3%Z < 1 ->
  N = / (1 - e) * (1 + e) * ((1 + gamma 4 (u 4%Z)) * (1 + gamma 3 (u 3%Z))) -> N <= 2 ->
  T = Rmax 1 c * (5 * t 4%Z + 3 * t 3%Z) + c * (2 * u 10%Z + 8 * u 4%Z) ->
  Rabs (x - s) <= d -> P_cap_computed u t c x y ->
  Rabs (y - L_rsoftcap s c) <= Rmin d (2 * c) + (N - 1) * (Rabs (L_rsoftcap s c) + Rmin d (2 * c)) + N * T.
Proof.
  intros u t c s x d y e N T UT C Ee E1 B4 B3 EN N2 ET D Y.
  destruct (cap_grown u t c x y e N T UT C Ee E1 B4 B3 EN N2 ET Y) as (N1 & _ & G).
  replace (L_rsoftcap s c) with (cap c s) by (unfold cap, L_rsoftcap; ring).
  assert (M : Rabs (cap c x - cap c s) <= Rmin d (2 * c)).
  { eapply Rle_trans; [apply cap_contracts, C|]. apply Rle_min_compat_r, D. }
  exact (error_grows (N - 1) (N * T) _ _ _ _ ltac:(lra) M G).
Qed.
