(* scaled_math.v - a factor on weights or on an output. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum.
From Plumbline.compare Require Import rounded_sum_math sums_math mean_math.
Open Scope R_scope.

Lemma factor_size : forall alpha factor a, 0 < alpha -> Rabs (factor - alpha) <= a * alpha ->
  Rabs factor <= (1 + a) * alpha.
Proof.
  intros alpha factor a A D. replace factor with (alpha + (factor - alpha)) by ring.
  eapply Rle_trans; [apply Rabs_triang|].
  rewrite (Rabs_pos_eq alpha) by lra. lra.
Qed.

Lemma factor_on_weight : forall c q p u t alpha factor a b s y, 0 <= c -> 0 <= p -> 0 <= u -> 0 <= t ->
  Rabs (c * q - p) <= u * p + t -> 0 < alpha -> 0 <= a -> Rabs (factor - alpha) <= a * alpha ->
  0 <= b -> Rabs (y - factor * q) <= b * Rabs (factor * q) + s -> c * s <= t ->
  Rabs (c * y / alpha - p) <= compound u (compound a b) * p + (1 + compound a b) * (2 * Rmax 1 (1 / alpha) * t).
Proof.
  intros c q p u t alpha factor a b s y C P U T Q A A0 F B Y S. assert (FS := factor_size alpha factor a A F).
  unfold L_compound.
  assert (CQ : Rabs (c * q) <= p + (u * p + t)).
  { replace (c * q) with (p + (c * q - p)) by ring. eapply Rle_trans; [apply Rabs_triang|].
    rewrite (Rabs_pos_eq p) by exact P. lra. }
  assert (E1 : Rabs (c * (y - factor * q)) <= b * ((1 + a) * alpha * (p + (u * p + t))) + t).
  { assert (N : c * Rabs (y - factor * q) <= c * (b * Rabs (factor * q) + s)) by (apply Rmult_le_compat_l; assumption).
    assert (M : Rabs factor * Rabs (c * q) <= (1 + a) * alpha * (p + (u * p + t)))
      by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
    assert (O : b * (Rabs factor * Rabs (c * q)) <= b * ((1 + a) * alpha * (p + (u * p + t))))
      by (apply Rmult_le_compat_l; assumption).
    rewrite (Rabs_mult c q), (Rabs_pos_eq c) in O by exact C. rewrite (Rabs_mult factor q) in N.
    rewrite Rabs_mult, (Rabs_pos_eq c) by exact C. lra. }
  assert (E2 : Rabs ((factor - alpha) * (c * q)) <= a * alpha * (p + (u * p + t))).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  replace (c * y / alpha - p) with ((c * (y - factor * q) + (factor - alpha) * (c * q)) / alpha + (c * q - p))
    by (field; lra).
  eapply Rle_trans; [apply Rabs_triang|]. unfold Rdiv at 1.
  rewrite Rabs_mult, (Rabs_pos_eq (/ alpha)) by (left; apply Rinv_0_lt_compat, A).
  assert (I : 0 < / alpha) by (apply Rinv_0_lt_compat, A).
  assert (G : Rabs (c * (y - factor * q) + (factor - alpha) * (c * q)) * / alpha <=
    (b * ((1 + a) * alpha * (p + (u * p + t))) + t + a * alpha * (p + (u * p + t))) * / alpha).
  { apply Rmult_le_compat_r; [lra|]. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  replace ((b * ((1 + a) * alpha * (p + (u * p + t))) + t + a * alpha * (p + (u * p + t))) * / alpha)
    with ((b * (1 + a) + a) * (p + (u * p + t)) + t * / alpha) in G by (field; lra).
  assert (M1 := Rmax_l 1 (1 / alpha)). assert (M2 := Rmax_r 1 (1 / alpha)). set (m := Rmax 1 (1 / alpha)) in *.
  unfold Rdiv in M2. rewrite Rmult_1_l in M2.
  assert (T1 : t * / alpha <= t * m) by (apply Rmult_le_compat_l; assumption).
  assert (T2 : t * 1 <= t * m) by (apply Rmult_le_compat_l; assumption).
  assert (K : 0 <= a + b + a * b) by (assert (0 <= a * b) by (apply Rmult_le_pos; assumption); lra).
  set (k := a + b + a * b) in *.
  replace (b * (1 + a) + a) with k in G by (unfold k; ring).
  assert (T3 : k * (t * 1) <= k * (t * m)) by (apply Rmult_le_compat_l; assumption).
  assert (T4 : 0 <= k * (t * m)) by (apply Rmult_le_pos; [exact K|]; apply Rmult_le_pos; lra). lra.
Qed.

Lemma scaled_quotient : forall alpha x y o e, 0 < alpha -> 0 < y -> Rabs (x / alpha / y - o) <= e ->
  Rabs (x / y - alpha * o) <= alpha * e.
Proof.
  intros alpha x y o e A Y H. replace (x / y - alpha * o) with (alpha * (x / alpha / y - o)) by (field; lra).
  rewrite Rabs_mult, (Rabs_pos_eq alpha) by lra. apply Rmult_le_compat_l; [lra|exact H].
Qed.

Lemma factor_on_output : forall y o e alpha factor a b t z, Rabs (y - o) <= e -> 0 < alpha -> 0 <= a ->
  Rabs (factor - alpha) <= a * alpha -> 0 <= b -> Rabs (z - factor * y) <= b * Rabs (factor * y) + t ->
  Rabs (z - alpha * o) <= alpha * e + compound a b * (alpha * Rabs o + alpha * e) + t.
Proof.
  intros y o e alpha factor a b t z D A A0 F B Z. assert (FS := factor_size alpha factor a A F). unfold L_compound.
  assert (YS : Rabs y <= Rabs o + e).
  { replace y with (o + (y - o)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (E1 : Rabs (factor * y) <= (1 + a) * alpha * (Rabs o + e)) by (rewrite Rabs_mult; apply Rmult_le_compat;
    try apply Rabs_pos; assumption).
  assert (E2 : Rabs ((factor - alpha) * y) <= a * alpha * (Rabs o + e))
    by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption).
  assert (E3 : Rabs (alpha * (y - o)) <= alpha * e) by (rewrite Rabs_mult, (Rabs_pos_eq alpha) by lra;
    apply Rmult_le_compat_l; lra).
  assert (E4 : b * Rabs (factor * y) <= b * ((1 + a) * alpha * (Rabs o + e))) by (apply Rmult_le_compat_l; assumption).
  replace (z - alpha * o) with ((z - factor * y) + (factor - alpha) * y + alpha * (y - o)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. assert (Q := Rabs_triang (z - factor * y) ((factor - alpha) * y)). lra.
Qed.
