(* power_softmax_math.v - what the softmax with a p-norm in its denominator obeys. *)
From Coq Require Import Reals ZArith Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence log power_softmax.
From Plumbline.number Require Import sequence_math logarithm_of_sum.
Open Scope R_scope.

Lemma powered_shift : forall x m p c n, L_powered x m p c n = exp (- (p * c)) * L_powered x m p 0 n.
Proof.
  intros x m p c n. apply total_factor. intro i. destruct (m i); [|ring].
  rewrite <- exp_plus. f_equal. ring.
Qed.

Lemma powered_positive : forall x m p c n i, (0 <= i)%Z -> (i < n)%Z -> P_among m i -> 0 < L_powered x m p c n.
Proof. intros x m p c n i I L M. exact (selected_sum_positive m (fun j => p * (x j - c)) n i I L M). Qed.

(* with the logarithm of the sum a weight is one exponential *)
Lemma power_softmax_exponential : forall x m p n i, P_among m i ->
  L_power_softmax x m p n i = exp (x i - ln (L_powered x m p 0 n) / p).
Proof.
  intros x m p n i M. unfold L_power_softmax, Rpower. rewrite (among_true _ _ M).
  unfold Rdiv at 1. rewrite <- exp_Ropp, <- exp_plus. f_equal. unfold Rdiv. ring.
Qed.

Lemma power_softmax_any_shift : forall x m p c n i, 0 < p -> (0 <= i)%Z -> (i < n)%Z -> P_among m i ->
  exp (x i - c) * L_rpower (L_powered x m p c n) (-1 / p) = L_power_softmax x m p n i.
Proof.
  intros x m p c n i P I L M. rewrite (power_softmax_exponential x m p n i M), powered_shift. unfold L_rpower.
  rewrite ln_mult by (try apply (powered_positive x m p 0 n i I L M); apply exp_pos).
  rewrite ln_exp, <- exp_plus. f_equal. field. lra.
Qed.

Lemma power_softmax_one : forall x m n i, (0 <= i)%Z -> (i < n)%Z -> L_power_softmax x m 1 n i = L_softmax x m n i.
Proof.
  intros x m n i I L. unfold L_power_softmax, L_softmax. destruct (m i) eqn:M; [|reflexivity].
  replace (1 / 1) with 1 by field. rewrite Rpower_1 by exact (powered_positive x m 1 0 n i I L M). f_equal.
  unfold L_powered, L_exponentials, sum_below. rewrite (total_factor 1 _ (fun j => if m j then exp (x j - 0) else 0));
    [ring|].
  intro j. destruct (m j); [rewrite Rmult_1_l; f_equal|]; ring.
Qed.

Lemma power_softmax_powers : forall x m p n i, 0 < p -> (0 <= i)%Z -> (i < n)%Z -> P_among m i ->
  L_sum_of_powers (L_power_softmax x m p n) m p n = 1.
Proof.
  intros x m p n i P I L M. assert (S := powered_positive x m p 0 n i I L M).
  unfold L_sum_of_powers, sum_below.
  rewrite (total_factor (/ L_powered x m p 0 n) _ (fun j => if m j then exp (p * (x j - 0)) else 0)).
  - fold (sum_below (fun j => if m j then exp (p * (x j - 0)) else 0) n). fold (L_powered x m p 0 n). field. lra.
  - intro j. destruct (m j) eqn:J; [|ring]. rewrite (power_softmax_exponential x m p n j J). unfold Rpower.
    rewrite ln_exp.
    rewrite <- (exp_ln (/ L_powered x m p 0 n)) by (apply Rinv_0_lt_compat, S).
    rewrite ln_Rinv, <- exp_plus by exact S. f_equal. field. lra.
Qed.

Lemma power_softmax_root : forall x z m p n i, 0 < p -> (0 <= i)%Z -> (i < n)%Z -> P_among m i ->
  (forall j, z j = p * x j) -> L_power_softmax x m p n i = Rpower (L_softmax z m n i) (1 / p).
Proof.
  intros x z m p n i P I L M Z. rewrite (power_softmax_exponential x m p n i M).
  unfold L_softmax. rewrite (among_true _ _ M).
  assert (E : L_exponentials z m 0 n = L_powered x m p 0 n).
  { unfold L_powered, L_exponentials, sum_below.
    rewrite (total_factor 1 _ (fun j => if m j then exp (p * (x j - 0)) else 0)); [ring|].
    intro j. rewrite Z. destruct (m j); [rewrite Rmult_1_l; f_equal|]; ring. }
  rewrite E. assert (S := powered_positive x m p 0 n i I L M).
  rewrite <- (exp_ln (L_powered x m p 0 n)) at 2 by exact S. unfold Rdiv at 2. rewrite <- exp_Ropp, <- exp_plus.
  unfold Rpower. rewrite ln_exp, Z. f_equal. field. lra.
Qed.
