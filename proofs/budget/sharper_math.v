(* sharper_math.v - the excess of the direct test against the bound of a quotient. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
From Plumbline.compare Require Import sums_math exponent_math.
Open Scope R_scope.

(* one key, at any weight p between its ends *)
Lemma pull_at : forall p w l v o x kv k, 0 <= w -> 0 <= l -> w * exp (- l) <= p -> p <= w * exp l -> 0 <= kv ->
  0 <= k <= 1 -> o <= x ->
  (v - x + kv * Rabs v + k * Rabs x) * p <=
    w * (v - o) + w * (exp l - 1) * Rabs (v - o) + kv * (w * exp l * Rabs v) + k * Rabs o * (w * exp l) -
      (x - o) * ((1 - k) * (w * exp (- l))).
Proof.
  intros p w l v o x kv k W L A B KV K X.
  assert (E : exp 0 <= exp l) by (apply exp_monotone; lra). rewrite exp_0 in E.
  assert (I : exp l * exp (- l) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (E' := exp_pos (- l)).
  assert (F : 1 - exp (- l) <= exp l - 1).
  { assert (0 <= (exp l - 1) * (1 - exp (- l))); [|lra]. apply Rmult_le_pos; [lra|].
    assert (exp (- l) * 1 <= exp (- l) * exp l) by (apply Rmult_le_compat_l; lra). lra. }
  assert (P0 : 0 <= p) by (eapply Rle_trans; [|exact A]; apply Rmult_le_pos; lra).
  (* the weight is off by as much at most *)
  assert (D : (p - w) * (v - o) <= w * (exp l - 1) * Rabs (v - o)).
  { eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos|]. apply Rabs_le.
    assert (w * (1 - exp (- l)) <= w * (exp l - 1)) by (apply Rmult_le_compat_l; assumption). lra. }
  assert (V : kv * (p * Rabs v) <= kv * (w * exp l * Rabs v)).
  { apply Rmult_le_compat_l; [exact KV|]. apply Rmult_le_compat_r; [apply Rabs_pos|exact B]. }
  assert (O : k * Rabs o * p <= k * Rabs o * (w * exp l)).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra|apply Rabs_pos]|exact B]. }
  assert (T : Rabs x <= Rabs o + (x - o)).
  { replace x with (o + (x - o)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|].
    rewrite (Rabs_pos_eq (x - o)) by lra. lra. }
  assert (XK : k * p * Rabs x <= k * p * (Rabs o + (x - o))) by (apply Rmult_le_compat_l;
    [apply Rmult_le_pos; lra|exact T]).
  assert (S : (x - o) * (1 - k) * (w * exp (- l)) <= (x - o) * (1 - k) * p).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact A]. }
  lra.
Qed.

Lemma excess_sharper : forall n (w l v : A_seq) o x kv k eta zeta,
  (forall j, key n j -> 0 <= w j /\ 0 <= l j) -> sum_below w n = 1 -> sum_below (fun j => w j * v j) n = o ->
  0 <= kv -> 0 <= k <= 1 -> 0 <= zeta -> o <= x ->
  let pull := fun j => v j - x + kv * Rabs (v j) + k * Rabs x in
  eta + zeta * Rabs x + sum_below (fun j => Rmax (pull j * (w j * exp (- l j))) (pull j * (w j * exp (l j)))) n <=
    sum_below (fun j => w j * (exp (l j) - 1) * Rabs (v j - o)) n + kv * sum_below (fun j =>
      w j * exp (l j) * Rabs (v j)) n
    + k * Rabs o * sum_below (fun j => w j * exp (l j)) n + eta + Rabs o * zeta
    - (x - o) * ((1 - k) * sum_below (fun j => w j * exp (- l j)) n - zeta).
Proof.
  intros n w l v o x kv k eta zeta W one mean KV K Z X pull.
  assert (T : Rabs x <= Rabs o + (x - o)).
  { replace x with (o + (x - o)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|].
    rewrite (Rabs_pos_eq (x - o)) by lra. lra. }
  assert (ZX : zeta * Rabs x <= zeta * (Rabs o + (x - o))) by (apply Rmult_le_compat_l; assumption).
  assert (centered : sum_below (fun j => w j * (v j - o)) n = 0).
  { rewrite (sum_same n _ (fun j => w j * v j - o * w j)) by (intros; ring). rewrite sum_minus, sum_factor, mean, one.
    ring. }
  assert (S : sum_below (fun j => Rmax (pull j * (w j * exp (- l j))) (pull j * (w j * exp (l j)))) n <=
    sum_below (fun j => w j * (v j - o) + w j * (exp (l j) - 1) * Rabs (v j - o) + kv * (w j * exp (l j) * Rabs (v j))
      + k * Rabs o * (w j * exp (l j)) - (x - o) * ((1 - k) * (w j * exp (- l j)))) n).
  { apply sum_monotone. intros j J. destruct (W j J) as (W0 & L0).
    assert (w j * exp (- l j) <= w j * exp (l j)) by (apply Rmult_le_compat_l; [exact W0|apply exp_monotone; lra]).
    apply Rmax_lub; apply pull_at; lra. }
  rewrite sum_minus, !sum_plus, !sum_factor, centered in S. lra.
Qed.
