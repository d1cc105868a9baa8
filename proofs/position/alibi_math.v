(* alibi_math.v - 2^(-a/n) by quotient and remainder of a and n. *)
From Coq Require Import Reals ZArith Lra Lia.
From Flocq Require Import Core.
From Plumbline.model Require Import alibi.
Open Scope R_scope.

Lemma halved_by_one : forall k, L_halved k 1 = bpow radix2 (- k).
Proof.
  intro k. unfold L_halved. replace (- (IZR k / 1)) with (IZR (- k)) by (rewrite opp_IZR; field).
  rewrite bpow_powerRZ. symmetry. apply powerRZ_Rpower. lra.
Qed.

Lemma halved_splits : forall a n, (0 < n)%Z ->
  L_halved a n = Rpower 2 (- (IZR (Z.rem a n) / IZR n)) * L_halved (Z.quot a n) 1.
Proof.
  intros a n N. unfold L_halved. rewrite <- Rpower_plus. f_equal.
  rewrite (Z.quot_rem' a n) at 1. rewrite plus_IZR, mult_IZR. field. apply not_0_IZR. lia.
Qed.
