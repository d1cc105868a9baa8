(* maps_math.v - a sigmoid and elu(x) + 1 as an engine computes them: what each step is off by. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum engine activation sigmoid elu.
From Plumbline.compare Require Import rounded_sum_math sums_math exponent_math activation_math.
From Plumbline.budget Require Import row_softmax_math.
Open Scope R_scope.

(* two shares p / (1 + p) or 1 / (1 + p) are no farther apart than their p *)
Lemma shares_contract : forall p q, 0 <= p -> 0 <= q ->
  Rabs (1 / (1 + p) - 1 / (1 + q)) <= Rabs (p - q) /\ Rabs (p / (1 + p) - q / (1 + q)) <= Rabs (p - q).
Proof.
  intros p q P Q.
  assert (D : 1 <= (1 + p) * (1 + q)).
  { assert (0 <= p * q) by (apply Rmult_le_pos; assumption).
    replace ((1 + p) * (1 + q)) with (1 + p + q + p * q) by ring.
    lra. }
  assert (C : forall a, Rabs (a / ((1 + p) * (1 + q))) <= Rabs a).
  { intro a. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; lra).
    assert (I : / ((1 + p) * (1 + q)) <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    assert (A := Rabs_pos a). rewrite <- (Rmult_1_r (Rabs a)) at 2. apply Rmult_le_compat_l; assumption. }
  split.
  - replace (1 / (1 + p) - 1 / (1 + q)) with ((q - p) / ((1 + p) * (1 + q))) by (field; lra).
    rewrite (Rabs_minus_sym p q). apply C.
  - replace (p / (1 + p) - q / (1 + q)) with ((p - q) / ((1 + p) * (1 + q))) by (field; lra). apply C.
Qed.

(* a computed exponential is one of an argument nearby, but for what underflows *)
Lemma power_exponent : forall e t x p, 0 <= e < 1 -> 0 <= t -> near_rounded e t (exp x) p ->
  exists tau, Rabs tau <= gamma 1 e /\ Rabs (p - exp x * exp tau) <= t.
Proof.
  intros e t x p E T N. destruct (underflow_apart _ _ _ _ (proj1 E) T N) as (z & Z & O).
  unfold near_rounded in Z. rewrite Rplus_0_r in Z. destruct (factor_exponent _ _ _ E Z) as (tau & A & B).
  exists tau. split; [exact B|]. rewrite <- A. exact O.
Qed.

Lemma sigmoid_steps : forall u t x y, P_is_roundings u t -> u EXPONENTIAL < 1 -> P_sigmoid_computed u t x y ->
  exists a b c, roundings_at u t EXPONENT 4 x a /\ Rabs (b - a) <= gamma 1 (u EXPONENTIAL) /\
    Rabs (c - L_rsigmoid b) <= t EXPONENT /\ roundings_at u t EXPONENT 4 c y.
Proof.
  intros u t x y UT UX (a & p & c & A & P & F & C). destruct (UT EXPONENTIAL ltac:(lia)) as (U & _).
  destruct (UT EXPONENT ltac:(lia)) as (_ & T).
  assert (POS : forall r s, 0 <= exp r * exp s) by (intros; apply Rmult_le_pos; left; apply exp_pos).
  destruct F as [(N & Q)|(N & Q)]; destruct (power_exponent _ _ _ _ (conj U UX) T N) as (tau & B & O).
  - exists a, (a - tau), c. split; [exact A|]. split; [|split; [|exact C]].
    + replace (a - tau - a) with (- tau) by ring. rewrite Rabs_Ropp. exact B.
    + rewrite <- (proj1 (sigmoid_of_exponential a tau)), Q. eapply Rle_trans; [|exact O].
      apply (shares_contract _ _ P (POS _ _)).
  - exists a, (a + tau), c. split; [exact A|]. split; [|split; [|exact C]].
    + replace (a + tau - a) with tau by ring. exact B.
    + rewrite <- (proj2 (sigmoid_of_exponential a tau)), Q. eapply Rle_trans; [|exact O].
      apply (shares_contract _ _ P (POS _ _)).
Qed.

(* elu(x) is off by so much *)
Lemma elu_first : forall e t x first, 0 <= e -> 0 <= t ->
  0 < x /\ first = x \/ x <= 0 /\ Rabs (first - (exp x - 1)) <= e * Rmax (exp x) (1 - exp x) + t ->
  Rabs (first - (L_elu_plus_one x - 1)) <=
    e * Rmax (L_elu_plus_one x) (Rabs (L_elu_plus_one x - 1)) + t.
Proof.
  intros e t x first E T H. unfold L_elu_plus_one. destruct H as [(P & F)|(N & F)]; destruct (Rlt_dec 0 x); try lra.
  - rewrite F. replace (x - (x + 1 - 1)) with 0 by ring. rewrite Rabs_R0.
    assert (0 <= Rmax (x + 1) (Rabs (x + 1 - 1))) by (eapply Rle_trans; [|apply Rmax_r]; apply Rabs_pos).
    assert (0 <= e * Rmax (x + 1) (Rabs (x + 1 - 1))) by (apply Rmult_le_pos; assumption). lra.
  - assert (L : exp x <= 1) by (rewrite <- exp_0; apply exp_monotone; exact N).
    rewrite (Rabs_left1 (exp x - 1)) by lra. replace (- (exp x - 1)) with (1 - exp x) by ring. exact F.
Qed.
