(* The polynomial: how far its exact value is from exp, and how far rounding moves it. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_interval exp_rounded exp_rounding exp_reduction.
Open Scope R_scope.

(* The same polynomial without rounding. *)
Definition exact_horner (r : R) : R :=
  ((((((((((exp_c12 * r + exp_c11) * r + exp_c10) * r + exp_c9) * r + exp_c8) * r + exp_c7) * r
    + exp_c6) * r + exp_c5) * r + exp_c4) * r + exp_c3) * r + exp_c2).

Definition exact_poly (r : R) : R := 1 + (r + r * r * exact_horner r).

Theorem exact_poly_error : forall r, Rabs r <= 3467 / 10000 ->
  Rabs (exact_poly r - exp r) <= bpow radix2 (-60).
Proof.
  intros r H. apply Rabs_bounds in H.
  unfold exact_poly, exact_horner, exp_c12, exp_c11, exp_c10, exp_c9, exp_c8, exp_c7, exp_c6, exp_c5,
    exp_c4, exp_c3, exp_c2.
  compute_bpow. interval with (i_bisect r, i_taylor r, i_degree 15, i_prec 80).
Qed.

(* One step of Horner's rule: the error so far is at least halved, and a rounding is added. *)
Lemma exp_step_error : forall e e' q Q r c d,
  (-1000 <= e')%Z ->
  Rabs r <= 3467 / 10000 ->
  Rabs q <= bpow radix2 e /\ Rabs (q - Q) <= d ->
  bpow radix2 (e - 1) + Rabs c <= bpow radix2 e' ->
  Rabs (exp_step q r c) <= bpow radix2 e' /\
  Rabs (exp_step q r c - (Q * r + c)) <= d / 2 + bpow radix2 (e' - 54).
Proof.
  intros e e' q Q r c d L R (B & D) C. unfold exp_step.
  assert (PB : Rabs (q * r) <= bpow radix2 (e - 1)).
  { rewrite Rabs_mult. unfold Zminus. rewrite bpow_plus.
    apply Rmult_le_compat; try apply Rabs_pos; [exact B|]. compute_bpow. lra. }
  assert (SB : Rabs (q * r + c) <= bpow radix2 e').
  { eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (SR := rnd_bounded e' _ ltac:(lia) SB).
  assert (SE := rnd_error e' _ ltac:(lia) SB).
  split; [exact SR|].
  replace (rnd (q * r + c) - (Q * r + c)) with
    ((q - Q) * r + (rnd (q * r + c) - (q * r + c))) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [|exact SE].
  rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; lra.
Qed.

(* Extends the bound and error in S, for a value below 2^e, by one step to T, below 2^e'. *)
Ltac next_step e e' S c T :=
  assert (T := exp_step_error e e' _ _ _ c _ ltac:(lia) ltac:(eassumption) S
    ltac:(rewrite Rabs_pos_eq; unfold c; cbn [Z.sub Z.add Z.opp Z.pos_sub]; compute_bpow; lra));
  clear S; cbn [Z.sub Z.add Z.opp Z.pos_sub Pos.add] in T.

Lemma exp_horner_error : forall r, Rabs r <= 3467 / 10000 ->
  Rabs (exp_horner r) <= 1 /\ Rabs (exp_horner r - exact_horner r) <= 14 / 10 * bpow radix2 (-54).
Proof.
  intros r H. unfold exp_horner, exact_horner.
  assert (S12 : Rabs exp_c12 <= bpow radix2 (-28) /\ Rabs (exp_c12 - exp_c12) <= 0).
  { rewrite Rminus_eq_0, Rabs_R0, Rabs_pos_eq; unfold exp_c12; compute_bpow; lra. }
  next_step (-28)%Z (-25)%Z S12 exp_c11 S11.
  next_step (-25)%Z (-21)%Z S11 exp_c10 S10.
  next_step (-21)%Z (-18)%Z S10 exp_c9 S9.
  next_step (-18)%Z (-15)%Z S9 exp_c8 S8.
  next_step (-15)%Z (-12)%Z S8 exp_c7 S7.
  next_step (-12)%Z (-9)%Z S7 exp_c6 S6.
  next_step (-9)%Z (-6)%Z S6 exp_c5 S5.
  next_step (-6)%Z (-4)%Z S5 exp_c4 S4.
  next_step (-4)%Z (-2)%Z S4 exp_c3 S3.
  next_step (-2)%Z 0%Z S3 exp_c2 S2.
  destruct S2 as (B & E). split; [exact B|].
  eapply Rle_trans; [exact E|]. compute_bpow. lra.
Qed.

(* The sum inside the last rounding. *)
Lemma exp_sum_error : forall r, Rabs r <= 3467 / 10000 ->
  Rabs (rnd (rnd (r * r) * exp_horner r + r)) <= / 2 /\
  Rabs (1 + rnd (rnd (r * r) * exp_horner r + r) - exact_poly r)
    <= 46 / 100 * bpow radix2 (-53).
Proof.
  intros r H. destruct (exp_horner_error r H) as (QB & QE). unfold exact_poly.
  set (q := exp_horner r) in *. set (Q := exact_horner r) in *. clearbody q Q.
  assert (RB := Rabs_bounds _ _ H).
  assert (SB0 : Rabs (r * r) <= 1203 / 10000) by interval with (i_prec 60).
  assert (SB : Rabs (r * r) <= bpow radix2 (-3)) by (compute_bpow; lra).
  assert (SR := rnd_bounded (-3) _ ltac:(lia) SB).
  assert (SE := rnd_error (-3) _ ltac:(lia) SB).
  set (s := rnd (r * r)) in *.
  assert (PB : Rabs (s * q) <= bpow radix2 (-3)).
  { rewrite Rabs_mult, <- (Rmult_1_r (bpow radix2 (-3))).
    apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  assert (UB : Rabs (s * q + r) <= bpow radix2 (-1)).
  { eapply Rle_trans; [apply Rabs_triang|]. compute_bpow. lra. }
  assert (UR := rnd_bounded (-1) _ ltac:(lia) UB).
  assert (UE := rnd_error (-1) _ ltac:(lia) UB).
  set (u := rnd (s * q + r)) in *.
  split; [exact UR|].
  replace (1 + u - (1 + (r + r * r * Q))) with
    ((u - (s * q + r)) + (s - r * r) * q + r * r * (q - Q)) by ring.
  set (a := u - (s * q + r)) in *. set (c := s - r * r) in *.
  set (d := q - Q) in *. clearbody a c d.
  apply Rabs_bounds in SE. apply Rabs_bounds in UE.
  apply Rabs_bounds in QB. apply Rabs_bounds in QE.
  change (-3 - 54)%Z with (-57)%Z in *. change (-1 - 54)%Z with (-55)%Z in *.
  compute_bpow. interval with (i_prec 100).
Qed.

(* Rounded polynomial against the exponential of a nearby argument. *)
Theorem exp_poly_accurate : forall r R,
  Rabs r <= 3467 / 10000 -> Rabs R <= 3467 / 10000 ->
  Rabs (r - R) <= bpow radix2 (-55) + bpow radix2 (-80) ->
  Rabs (exp_poly r - exp R) <= 99 / 100 * bpow radix2 (-52) * exp R.
Proof.
  intros r R H B D. destruct (exp_sum_error r H) as (UB & UE).
  assert (PE := exact_poly_error r H). unfold exp_poly.
  set (u := rnd (rnd (r * r) * exp_horner r + r)) in *. clearbody u.
  apply Rabs_bounds in UB.
  assert (ZE : Rabs (rnd (1 + u) - (1 + u)) <= bpow radix2 (-53) * (1 + u)).
  { rewrite <- (Rabs_pos_eq (1 + u)) at 3 by lra. apply rnd_relative_error.
    rewrite Rabs_pos_eq by lra. apply Rle_trans with (bpow radix2 (-1)).
    - apply bpow_le. lia.
    - compute_bpow. lra. }
  assert (RE : Rabs (exp r - exp R) <= (bpow radix2 (-55) + bpow radix2 (-79)) * exp R).
  { assert (M : Rabs (exp (r - R) - 1) <= bpow radix2 (-55) + bpow radix2 (-79)).
    { set (d := r - R) in *. clearbody d. compute_bpow. apply Rabs_bounds in D.
      interval with (i_prec 160, i_taylor d, i_degree 4). }
    replace (exp r - exp R) with ((exp (r - R) - 1) * exp R).
    - rewrite Rabs_mult, (Rabs_pos_eq (exp R)) by (apply Rlt_le, exp_pos).
      apply Rmult_le_compat_r; [apply Rlt_le, exp_pos|exact M].
    - replace (exp r) with (exp (r - R) * exp R).
      + ring.
      + rewrite <- exp_plus. f_equal. ring. }
  assert (LB : 707 / 1000 <= exp R) by (apply Rabs_bounds in B; interval with (i_prec 60)).
  set (e := exp R) in *. set (f := exp r) in *. set (P := exact_poly r) in *.
  set (p := rnd (1 + u)) in *. clearbody e f P p.
  compute_bpow. apply Rabs_bounds in UE. apply Rabs_bounds in PE.
  apply Rabs_bounds in ZE. apply Rabs_bounds in RE. apply Rabs_le. lra.
Qed.

Theorem exp_poly_bounds : forall r, Rabs r <= 3467 / 10000 ->
  binary64 (exp_poly r) /\ 70 / 100 <= exp_poly r <= 142 / 100.
Proof.
  intros r H. split; [apply rnd_is_binary64|].
  assert (A : Rabs (exp_poly r - exp r) <= 99 / 100 * bpow radix2 (-52) * exp r).
  { apply exp_poly_accurate; try exact H. rewrite Rminus_eq_0, Rabs_R0. compute_bpow. lra. }
  apply Rabs_bounds in H. assert (E : 7070 / 10000 <= exp r <= 1415 / 1000) by interval with (i_prec 60).
  compute_bpow. apply Rabs_bounds in A. lra.
Qed.
