(* The few facts about rounding to binary64 that the proof of the exponential uses. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core Relative.
From Plumbline.number Require Import exp_rounded.
Open Scope R_scope.

Global Instance binary64_precision : Prec_gt_0 53.
Proof. reflexivity. Qed.

Lemma rnd_is_binary64 : forall x, binary64 (rnd x).
Proof. intro x. apply generic_format_round; auto with typeclass_instances. Qed.

Lemma rnd_exact : forall x, binary64 x -> rnd x = x.
Proof. intros x H. apply round_generic; auto with typeclass_instances. Qed.

Lemma binary64_of_fixed : forall x, rnd x = x -> binary64 x.
Proof. intros x H. rewrite <- H. apply rnd_is_binary64. Qed.

Lemma binary64_dyadic : forall m e,
  (Z.abs m <= 2 ^ 53)%Z -> (-1074 <= e)%Z -> binary64 (IZR m * bpow radix2 e).
Proof.
  intros m e M E. destruct (Z.eq_dec (Z.abs m) (2 ^ 53)) as [B|B].
  - assert (P : binary64 (bpow radix2 (53 + e))).
    { apply generic_format_bpow. unfold FLT_exp. lia. }
    assert (F : IZR (2 ^ 53) * bpow radix2 e = bpow radix2 (53 + e)).
    { rewrite bpow_plus. reflexivity. }
    destruct (Z.abs_eq_or_opp m) as [A|A].
    + replace m with (2 ^ 53)%Z by lia. rewrite F. exact P.
    + replace m with (- 2 ^ 53)%Z by lia. rewrite opp_IZR, Ropp_mult_distr_l_reverse, F.
      apply generic_format_opp. exact P.
  - apply generic_format_FLT. apply FLT_spec with (Float radix2 m e).
    + reflexivity.
    + simpl. change (Z.pow_pos 2 53) with (2 ^ 53)%Z. lia.
    + exact E.
Qed.

Lemma binary64_integer : forall m, (Z.abs m <= 2 ^ 53)%Z -> binary64 (IZR m).
Proof.
  intros m M. replace (IZR m) with (IZR m * bpow radix2 0) by (simpl; ring).
  apply binary64_dyadic; [exact M|lia].
Qed.

Lemma rnd_bounded : forall e x,
  (-1074 <= e)%Z -> Rabs x <= bpow radix2 e -> Rabs (rnd x) <= bpow radix2 e.
Proof.
  intros e x E H. apply abs_round_le_generic; auto with typeclass_instances.
  apply generic_format_bpow. unfold FLT_exp. lia.
Qed.

(* Half a unit in the last place, below a power of two. *)
Lemma rnd_error : forall e x,
  (-1021 <= e)%Z -> Rabs x <= bpow radix2 e -> Rabs (rnd x - x) <= bpow radix2 (e - 54).
Proof.
  intros e x E [H|H].
  - destruct (Req_dec x 0) as [Z|NZ].
    + subst x. unfold rnd. rewrite round_0 by auto with typeclass_instances.
      rewrite Rminus_0_r, Rabs_R0. apply bpow_ge_0.
    + eapply Rle_trans; [apply error_le_half_ulp; auto with typeclass_instances|].
      rewrite ulp_neq_0 by exact NZ.
      replace (e - 54)%Z with (-1 + (e - 53))%Z by ring. rewrite bpow_plus.
      apply Rmult_le_compat_l; [apply bpow_ge_0|]. apply bpow_le.
      assert (M := mag_le_bpow radix2 x e NZ H). unfold cexp, FLT_exp. lia.
  - rewrite rnd_exact.
    + rewrite Rminus_eq_0, Rabs_R0. apply bpow_ge_0.
    + assert (P : binary64 (bpow radix2 e)).
      { apply generic_format_bpow. unfold FLT_exp. lia. }
      unfold binary64. rewrite <- H in P. apply generic_format_abs_inv. exact P.
Qed.

Lemma rnd_relative_error : forall x,
  bpow radix2 (-1022) <= Rabs x -> Rabs (rnd x - x) <= bpow radix2 (-53) * Rabs x.
Proof.
  intros x H.
  eapply Rle_trans; [apply (relative_error_N_FLT radix2 (-1074) 53 eq_refl); exact H|].
  right. change (- (53) + 1)%Z with (-52)%Z. change (-53)%Z with (-1 + -52)%Z.
  rewrite bpow_plus. reflexivity.
Qed.

(* Between 2^52 and 2^53 the binary64 numbers are the integers. *)
Lemma rnd_to_integer : forall x,
  bpow radix2 52 <= x < bpow radix2 53 -> rnd x = IZR (ZnearestE x).
Proof.
  intros x H.
  assert (M : mag radix2 x = 53%Z :> Z) by (apply mag_unique_pos; exact H).
  unfold rnd, round, scaled_mantissa, cexp, F2R. rewrite M. simpl.
  rewrite !Rmult_1_r. reflexivity.
Qed.

(* Writes powers of two as decimal rationals, which linear arithmetic understands. *)
Ltac compute_bpow :=
  cbn [bpow radix_val radix2 Z.opp] in *;
  repeat match goal with
  | |- context [Z.pow_pos 2 ?n] =>
      let v := eval vm_compute in (Z.pow_pos 2 n) in change (Z.pow_pos 2 n) with v
  | H : context [Z.pow_pos 2 ?n] |- _ =>
      let v := eval vm_compute in (Z.pow_pos 2 n) in change (Z.pow_pos 2 n) with v in H
  end.

Lemma Rabs_bounds : forall x b, Rabs x <= b -> - b <= x <= b.
Proof. intros x b H. apply Rabs_le_inv. exact H. Qed.
