(* sine_math.v - Taylor's series of sine and cosine: how far the exact sums are from the functions, and
   how far rounding moves them. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
From Coquelicot Require Import Coquelicot.
From Plumbline.model Require Import sine.
From Plumbline.number Require Import exp_interval exp_rounded exp_rounding upward_math ball_math.
Open Scope R_scope.

(* The same sums without rounding. *)
Definition exact_sine_series (z : R) : R :=
  (((((((sine_c17 * z + - sine_c15) * z + sine_c13) * z + - sine_c11) * z + sine_c9) * z + - sine_c7) * z
    + sine_c5) * z + - sine_c3).
Definition exact_cosine_series (z : R) : R :=
  (((((((cosine_c16 * z + - cosine_c14) * z + cosine_c12) * z + - cosine_c10) * z + cosine_c8) * z + - cosine_c6) * z
    + cosine_c4) * z + - (1 / 2)).

Ltac series_values := unfold exact_sine_series, exact_cosine_series, sine_c3, sine_c5, sine_c7, sine_c9, sine_c11,
  sine_c13, sine_c15, sine_c17, cosine_c4, cosine_c6, cosine_c8, cosine_c10, cosine_c12, cosine_c14, cosine_c16.

Lemma exact_sine_error : forall x, -13 / 16 <= x <= 13 / 16 ->
  Rabs (x + x * ((x * x) * exact_sine_series (x * x)) - sin x) <= / 72057594037927936.
Proof.
  intros x H. series_values. interval with (i_bisect x, i_taylor x, i_degree 20, i_prec 100).
Qed.

Lemma exact_cosine_error : forall x, -13 / 16 <= x <= 13 / 16 ->
  Rabs (1 + (x * x) * exact_cosine_series (x * x) - cos x) <= / 72057594037927936.
Proof.
  intros x H. series_values. interval with (i_bisect x, i_taylor x, i_degree 20, i_prec 100).
Qed.

(* One step of Horner's rule: the error so far shrinks with z, that of z and two roundings are added. *)
Lemma series_step_error : forall e e' q Q z Z c d,
  (-1000 <= e)%Z -> (-1000 <= e')%Z ->
  Rabs z <= 67 / 100 -> Rabs Z <= 67 / 100 -> Rabs (z - Z) <= bpow radix2 (-54) ->
  Rabs q <= bpow radix2 e /\ Rabs (q - Q) <= d ->
  bpow radix2 e + Rabs c <= bpow radix2 e' ->
  Rabs (series_next q z c) <= bpow radix2 e' /\
  Rabs (series_next q z c - (Q * Z + c)) <= 67 / 100 * d + 2 * bpow radix2 (e - 54) + bpow radix2 (e' - 54).
Proof.
  intros e e' q Q z Z c d L L' z_small Z_small near_Z (B & D) C. unfold series_next.
  assert (PB : Rabs (q * z) <= bpow radix2 e).
  { rewrite Rabs_mult, <- (Rmult_1_r (bpow radix2 e)).
    apply Rmult_le_compat; try apply Rabs_pos; [exact B|lra]. }
  assert (PR := rnd_bounded e _ ltac:(lia) PB).
  assert (PE := rnd_error e _ ltac:(lia) PB).
  set (p := rnd (q * z)) in *.
  assert (SB : Rabs (p + c) <= bpow radix2 e').
  { eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (SR := rnd_bounded e' _ ltac:(lia) SB).
  assert (SE := rnd_error e' _ ltac:(lia) SB).
  split; [exact SR|].
  assert (QD : Rabs ((q - Q) * Z) <= 67 / 100 * d).
  { rewrite Rabs_mult, Rmult_comm. apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  assert (ZD : Rabs (q * (z - Z)) <= bpow radix2 (e - 54)).
  { rewrite Rabs_mult. unfold Zminus. rewrite bpow_plus.
    apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  replace (rnd (p + c) - (Q * Z + c)) with
    ((q - Q) * Z + (q * (z - Z) + (p - q * z)) + (rnd (p + c) - (p + c))) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [|exact SE].
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [exact QD|].
  eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

(* Extends the bound and error in S, for a value below 2^e, by one step to T, below 2^e'. *)
Ltac next_step e e' S c T :=
  match goal with z_small : Rabs ?z <= 67 / 100, Z_small : Rabs ?Z <= 67 / 100, near : Rabs (?z - ?Z) <= _ |- _ =>
    assert (T := series_step_error e e' _ _ z Z c _ ltac:(lia) ltac:(lia) z_small Z_small near S
      ltac:(rewrite ?Rabs_Ropp, Rabs_pos_eq; series_values; compute_bpow; lra)) end;
  clear S; cbn [Z.sub Z.add Z.opp Z.pos_sub Pos.add] in T.

Lemma sine_series_error : forall z Z,
  Rabs z <= 67 / 100 -> Rabs Z <= 67 / 100 -> Rabs (z - Z) <= bpow radix2 (-54) ->
  Rabs (L_sine_series z - exact_sine_series Z) <= 13 / 10 * bpow radix2 (-56).
Proof.
  intros z Z z_small Z_small z_near. unfold L_sine_series, exact_sine_series.
  assert (S17 : Rabs sine_c17 <= bpow radix2 (-48) /\ Rabs (sine_c17 - sine_c17) <= 0).
  { rewrite Rminus_eq_0, Rabs_R0, Rabs_pos_eq; series_values; compute_bpow; lra. }
  next_step (-48)%Z (-40)%Z S17 (- sine_c15) S15.
  next_step (-40)%Z (-32)%Z S15 sine_c13 S13.
  next_step (-32)%Z (-25)%Z S13 (- sine_c11) S11.
  next_step (-25)%Z (-18)%Z S11 sine_c9 S9.
  next_step (-18)%Z (-12)%Z S9 (- sine_c7) S7.
  next_step (-12)%Z (-6)%Z S7 sine_c5 S5.
  next_step (-6)%Z (-2)%Z S5 (- sine_c3) S3.
  destruct S3 as (_ & E). eapply Rle_trans; [exact E|]. compute_bpow. lra.
Qed.

Lemma cosine_series_error : forall z Z,
  Rabs z <= 67 / 100 -> Rabs Z <= 67 / 100 -> Rabs (z - Z) <= bpow radix2 (-54) ->
  Rabs (L_cosine_series z - exact_cosine_series Z) <= 13 / 10 * bpow radix2 (-54).
Proof.
  intros z Z z_small Z_small z_near. unfold L_cosine_series, exact_cosine_series.
  assert (S16 : Rabs cosine_c16 <= bpow radix2 (-44) /\ Rabs (cosine_c16 - cosine_c16) <= 0).
  { rewrite Rminus_eq_0, Rabs_R0, Rabs_pos_eq; series_values; compute_bpow; lra. }
  next_step (-44)%Z (-36)%Z S16 (- cosine_c14) S14.
  next_step (-36)%Z (-28)%Z S14 cosine_c12 S12.
  next_step (-28)%Z (-21)%Z S12 (- cosine_c10) S10.
  next_step (-21)%Z (-15)%Z S10 cosine_c8 S8.
  next_step (-15)%Z (-9)%Z S8 (- cosine_c6) S6.
  next_step (-9)%Z (-4)%Z S6 cosine_c4 S4.
  next_step (-4)%Z 0%Z S4 (- (1 / 2)) S2.
  destruct S2 as (_ & E). eapply Rle_trans; [exact E|]. compute_bpow. lra.
Qed.

Lemma exact_sine_series_bounds : forall z, 0 <= z <= 169 / 256 -> -17 / 100 <= exact_sine_series z <= -15 / 100.
Proof. intros z H. series_values. split; interval with (i_prec 60). Qed.

Lemma exact_cosine_series_bounds : forall z, 0 <= z <= 169 / 256 -> -51 / 100 <= exact_cosine_series z <= -46 / 100.
Proof. intros z H. series_values. split; interval with (i_prec 60). Qed.

(* The rounded square. *)
Lemma square_error : forall x, -13 / 16 <= x <= 13 / 16 ->
  0 <= x * x <= 169 / 256 /\ Rabs (rnd (x * x) - x * x) <= bpow radix2 (-54) /\
  Rabs (rnd (x * x)) <= 67 / 100 /\ Rabs (x * x) <= 67 / 100.
Proof.
  intros x H. assert (S0 := Rle_0_sqr x). unfold Rsqr in S0.
  assert (S1 : x * x <= 169 / 256) by nra.
  assert (B : Rabs (x * x) <= bpow radix2 0) by (rewrite Rabs_pos_eq; compute_bpow; lra).
  assert (E := rnd_error 0 _ ltac:(lia) B). change (0 - 54)%Z with (-54)%Z in E.
  repeat split; try assumption; [|rewrite Rabs_pos_eq; lra].
  apply Rabs_bounds in E. apply Rabs_le. revert E. compute_bpow. lra.
Qed.

Definition sine_value (x : R) : R := rnd (x + rnd (x * rnd (rnd (x * x) * L_sine_series (rnd (x * x))))).
Definition cosine_value (x : R) : R := rnd (1 + rnd (rnd (x * x) * L_cosine_series (rnd (x * x)))).

(* Writes an absolute value as a difference between two bounds, for lra and interval. *)
Ltac bounds H := apply Rabs_bounds in H.

Theorem sine_value_error : forall x, -13 / 16 <= x <= 13 / 16 ->
  Rabs (sine_value x - sin x) <= / 4503599627370496.
Proof.
  intros x H. unfold sine_value. assert (T := exact_sine_error x H).
  destruct (square_error x H) as (Z0 & DZ & z1 & Z1).
  assert (DQ := sine_series_error (rnd (x * x)) (x * x) z1 Z1 DZ).
  assert (QB := exact_sine_series_bounds (x * x) Z0).
  set (z := rnd (x * x)) in *. set (Q := exact_sine_series (x * x)) in *. set (q := L_sine_series z) in *.
  assert (qB : -18 / 100 <= q <= -14 / 100) by (bounds DQ; revert DQ; compute_bpow; lra).
  clearbody z q.
  assert (tB : Rabs (z * q) <= 121 / 1000).
  { bounds z1. apply Rabs_le. split; interval with (i_prec 60). }
  assert (tE := rnd_error (-3) _ ltac:(lia) ltac:(eapply Rle_trans; [exact tB|compute_bpow; lra])).
  change (-3 - 54)%Z with (-57)%Z in tE. set (t := rnd (z * q)) in *.
  assert (wB : Rabs (x * t) <= 1 / 10).
  { bounds tE. bounds tB. assert (tb : -122 / 1000 <= t <= 122 / 1000) by (revert tE; compute_bpow; lra).
    clearbody t. clear tE. apply Rabs_le. split; interval with (i_prec 60). }
  assert (wE := rnd_error (-3) _ ltac:(lia) ltac:(eapply Rle_trans; [exact wB|compute_bpow; lra])).
  change (-3 - 54)%Z with (-57)%Z in wE. set (w := rnd (x * t)) in *.
  assert (sB : Rabs (x + w) <= bpow radix2 0).
  { bounds wE. bounds wB. apply Rabs_le. revert wE. compute_bpow. lra. }
  assert (sE := rnd_error 0 _ ltac:(lia) sB). change (0 - 54)%Z with (-54)%Z in sE.
  set (s := rnd (x + w)) in *.
  replace (s - sin x) with ((s - (x + w)) + (w - x * t) + x * ((t - z * q) + q * (z - x * x) + x * x * (q - Q))
    + (x + x * (x * x * Q) - sin x)) by ring.
  set (y := sin x) in *. set (rest := x + x * (x * x * Q) - y) in *. clearbody rest. clear y.
  set (ds := s - (x + w)) in *. set (dw := w - x * t) in *. set (dt := t - z * q) in *. set (dz := z - x * x) in *.
  set (dq := q - Q) in *. set (Z := x * x) in *. clearbody ds dw dt dz dq Z.
  bounds T. bounds DZ. bounds DQ. bounds tE. bounds wE. bounds sE. compute_bpow.
  interval with (i_prec 100).
Qed.

Theorem cosine_value_error : forall x, -13 / 16 <= x <= 13 / 16 ->
  Rabs (cosine_value x - cos x) <= / 4503599627370496.
Proof.
  intros x H. unfold cosine_value. assert (T := exact_cosine_error x H).
  destruct (square_error x H) as (Z0 & DZ & z1 & Z1).
  assert (DQ := cosine_series_error (rnd (x * x)) (x * x) z1 Z1 DZ).
  assert (QB := exact_cosine_series_bounds (x * x) Z0).
  assert (z0 := rnd_nonnegative (x * x) (proj1 Z0)).
  set (z := rnd (x * x)) in *. set (Q := exact_cosine_series (x * x)) in *. set (q := L_cosine_series z) in *.
  assert (qB : -52 / 100 <= q <= -45 / 100) by (bounds DQ; revert DQ; compute_bpow; lra).
  clearbody z q.
  assert (tB : -35 / 100 <= z * q <= 0) by (bounds z1; split; [interval with (i_prec 60)|nra]).
  assert (tH : Rabs (z * q) <= bpow radix2 (-1)) by (apply Rabs_le; compute_bpow; lra).
  assert (tE := rnd_error (-1) _ ltac:(lia) tH).
  change (-1 - 54)%Z with (-55)%Z in tE.
  assert (t0 := rnd_monotone _ _ (proj2 tB)). rewrite rnd_zero in t0. set (t := rnd (z * q)) in *.
  assert (sB : Rabs (1 + t) <= bpow radix2 0).
  { bounds tE. apply Rabs_le. revert tE. compute_bpow. lra. }
  assert (sE := rnd_error 0 _ ltac:(lia) sB). change (0 - 54)%Z with (-54)%Z in sE.
  set (s := rnd (1 + t)) in *.
  replace (s - cos x) with ((s - (1 + t)) + (t - z * q) + q * (z - x * x) + x * x * (q - Q)
    + (1 + x * x * Q - cos x)) by ring.
  set (y := cos x) in *. set (rest := 1 + x * x * Q - y) in *. clearbody rest. clear y.
  set (ds := s - (1 + t)) in *. set (dt := t - z * q) in *. set (dz := z - x * x) in *.
  set (dq := q - Q) in *. set (Z := x * x) in *. clearbody ds dt dz dq Z.
  bounds T. bounds DZ. bounds DQ. bounds tE. bounds sE. compute_bpow.
  interval with (i_prec 100).
Qed.

(* Neither function moves more than its argument. *)
Lemma sine_moves : forall x a, Rabs (sin x - sin a) <= Rabs (x - a).
Proof.
  intros x a. destruct (MVT_gen sin a x cos) as (c & _ & E).
  - intros y _. apply is_derive_Reals, derivable_pt_lim_sin.
  - intros y _. apply continuity_sin.
  - rewrite E, Rabs_mult. rewrite <- (Rmult_1_l (Rabs (x - a))) at 2. apply Rmult_le_compat_r; [apply Rabs_pos|].
    apply Rabs_le, COS_bound.
Qed.

Lemma cosine_moves : forall x a, Rabs (cos x - cos a) <= Rabs (x - a).
Proof.
  intros x a. rewrite <- !sin_shift.
  replace (x - a) with (- (PI / 2 - x - (PI / 2 - a))) by ring. rewrite Rabs_Ropp. apply sine_moves.
Qed.

Theorem sine_near : forall x a r, -13 / 16 <= a <= 13 / 16 -> Rabs (x - a) <= r ->
  Rabs (sin x - sine_value a) <= upward (rnd (r + / 4503599627370496)).
Proof.
  intros x a r A X. assert (E := sine_value_error a A). assert (M := sine_moves x a).
  rewrite Rabs_minus_sym in E. assert (P := Rabs_pos (x - a)).
  eapply Rle_trans; [|apply up_bounds; lra].
  replace (sin x - sine_value a) with ((sin x - sin a) + (sin a - sine_value a)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Theorem cosine_near : forall x a r, -13 / 16 <= a <= 13 / 16 -> Rabs (x - a) <= r ->
  Rabs (cos x - cosine_value a) <= upward (rnd (r + / 4503599627370496)).
Proof.
  intros x a r A X. assert (E := cosine_value_error a A). assert (M := cosine_moves x a).
  rewrite Rabs_minus_sym in E. assert (P := Rabs_pos (x - a)).
  eapply Rle_trans; [|apply up_bounds; lra].
  replace (cos x - cosine_value a) with ((cos x - cos a) + (cos a - cosine_value a)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.
