(* Multiplying the polynomial by 2^n in two steps is exact, and the result is a normal number. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core Mult_error.
From Plumbline.number Require Import exp_rounded exp_rounding.
Open Scope R_scope.

(* A power of two as a quotient of integers, for any way of writing the exponent as a difference. *)
Lemma bpow_quotient : forall a b, (0 <= a)%Z -> (0 <= b)%Z ->
  bpow radix2 (a - b) = IZR (2 ^ a) / IZR (2 ^ b).
Proof.
  intros a b A B. unfold Zminus. rewrite bpow_plus, bpow_opp.
  rewrite <- (IZR_Zpower radix2 a A), <- (IZR_Zpower radix2 b B). reflexivity.
Qed.

(* -1021 is the least exponent for which this holds: below it the last bit of p is lost. *)
Lemma binary64_scaled : forall p n,
  binary64 p -> 70 / 100 <= p -> (-1021 <= n)%Z -> binary64 (p * bpow radix2 n).
Proof.
  intros p n F B N. apply mult_bpow_exact_FLT; [exact F|].
  assert (M : (0 <= mag radix2 p)%Z).
  { apply mag_ge_bpow. change (0 - 1)%Z with (-1)%Z. rewrite Rabs_pos_eq; compute_bpow; lra. }
  lia.
Qed.

Theorem exp_scaled : forall p n1 n2,
  binary64 p -> 70 / 100 <= p ->
  (-512 <= n1)%Z -> (-1021 <= n1 + n2)%Z ->
  rnd (p * bpow radix2 n1) = p * bpow radix2 n1 /\
  exp_scale p (bpow radix2 n1) (bpow radix2 n2) = p * bpow radix2 (n1 + n2).
Proof.
  intros p n1 n2 F B N1 N. unfold exp_scale.
  assert (E1 : rnd (p * bpow radix2 n1) = p * bpow radix2 n1).
  { apply rnd_exact. apply binary64_scaled; [exact F|exact B|lia]. }
  split; [exact E1|]. rewrite E1, Rmult_assoc, <- bpow_plus.
  apply rnd_exact. apply binary64_scaled; assumption.
Qed.

(* The same with both factors written as quotients 2^a / 2^b. *)
Theorem exp_scaled_quotient : forall p a1 b1 a2 b2,
  binary64 p -> 70 / 100 <= p ->
  (0 <= a1)%Z -> (0 <= b1)%Z -> (0 <= a2)%Z -> (0 <= b2)%Z ->
  (-512 <= a1 - b1)%Z -> (-1021 <= a1 - b1 + (a2 - b2))%Z ->
  exp_scale p (IZR (2 ^ a1) / IZR (2 ^ b1)) (IZR (2 ^ a2) / IZR (2 ^ b2))
    = p * bpow radix2 (a1 - b1 + (a2 - b2)).
Proof.
  intros p a1 b1 a2 b2 F B A1 B1 A2 B2 N1 N.
  rewrite <- !bpow_quotient by assumption. apply exp_scaled; assumption.
Qed.

(* Neither scaling overflows, and the result is not subnormal. *)
Theorem exp_scaled_range : forall p n1 n2,
  70 / 100 <= p <= 142 / 100 -> (n1 <= 512)%Z -> (-1021 <= n1 + n2 <= 1021)%Z ->
  0 < p * bpow radix2 n1 < bpow radix2 513 /\
  bpow radix2 (-1022) <= p * bpow radix2 (n1 + n2) < bpow radix2 1022.
Proof.
  intros p n1 n2 B N1 N.
  assert (P1 := bpow_gt_0 radix2 n1).
  assert (U1 : bpow radix2 n1 <= bpow radix2 512) by (apply bpow_le; exact N1).
  assert (L : bpow radix2 (-1021) <= bpow radix2 (n1 + n2)) by (apply bpow_le; lia).
  assert (U : bpow radix2 (n1 + n2) <= bpow radix2 1021) by (apply bpow_le; lia).
  assert (D1 : bpow radix2 513 = 2 * bpow radix2 512) by (apply (bpow_plus radix2 1 512)).
  assert (D2 : bpow radix2 1022 = 2 * bpow radix2 1021) by (apply (bpow_plus radix2 1 1021)).
  assert (D3 : bpow radix2 (-1021) = 2 * bpow radix2 (-1022)) by (apply (bpow_plus radix2 1 (-1022))).
  assert (P2 := bpow_gt_0 radix2 (-1022)). assert (P3 := bpow_gt_0 radix2 512).
  rewrite D1, D2. rewrite D3 in L.
  set (s := bpow radix2 (n1 + n2)) in *. set (s1 := bpow radix2 n1) in *.
  set (t := bpow radix2 (-1022)) in *. set (v := bpow radix2 512) in *.
  set (w := bpow radix2 1021) in *. clearbody s s1 t v w.
  repeat split; nra.
Qed.
