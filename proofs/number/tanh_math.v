(* tanh_math.v - the hyperbolic tangent: its bounds, its slope, and Lambert's continued fraction. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
Require Import BuiltIn.
From Plumbline.model Require Import tanh.
From Plumbline.number Require Import exp_rounded upward_math.
Open Scope R_scope.

Lemma exp_sum_positive : forall x, 0 < exp x + exp (- x).
Proof. intro x. assert (A := exp_pos x). assert (B := exp_pos (- x)). lra. Qed.

Lemma exp_inverse : forall x, exp x * exp (- x) = 1.
Proof. intro x. rewrite <- exp_plus, Rplus_opp_r. apply exp_0. Qed.

Lemma tanh_odd : forall x, L_rtanh (- x) = - L_rtanh x.
Proof.
  intro x. unfold L_rtanh. rewrite Ropp_involutive. assert (P := exp_sum_positive x). field. lra.
Qed.

Lemma tanh_between : forall x, -1 < L_rtanh x < 1.
Proof.
  intro x. unfold L_rtanh. assert (A := exp_pos x). assert (B := exp_pos (- x)).
  split.
  - apply Rmult_lt_reg_r with (exp x + exp (- x)); [lra|]. field_simplify; lra.
  - apply Rmult_lt_reg_r with (exp x + exp (- x)); [lra|]. field_simplify; lra.
Qed.

Lemma tanh_quotient : forall x, L_rtanh x = (1 - exp (x * -2)) / (1 + exp (x * -2)).
Proof.
  intro x. unfold L_rtanh. replace (x * -2) with (- x + - x) by ring. rewrite exp_plus.
  assert (A := exp_pos x). assert (B := exp_pos (- x)). assert (I := exp_inverse x).
  set (e := exp x) in *. set (b := exp (- x)) in *. clearbody e b.
  replace (e - b) with (e * (1 - b * b)) by (transitivity (e - e * b * b); [ring|rewrite I; ring]).
  replace (e + b) with (e * (1 + b * b)) by (transitivity (e + e * b * b); [ring|rewrite I; ring]).
  field. split; nra.
Qed.

Lemma tanh_slope : forall x, is_derive L_rtanh x (1 - L_rtanh x * L_rtanh x).
Proof.
  intro x. unfold L_rtanh. assert (P := exp_sum_positive x).
  auto_derive; [lra|]. field. lra.
Qed.

(* the tangent moves no more than its argument *)
Lemma tanh_moves : forall x a, Rabs (L_rtanh x - L_rtanh a) <= Rabs (x - a).
Proof.
  intros x a.
  destruct (MVT_gen L_rtanh a x (fun y => 1 - L_rtanh y * L_rtanh y)) as (c & _ & E).
  - intros y _. apply tanh_slope.
  - intros y _. apply derivable_continuous_pt. exists (1 - L_rtanh y * L_rtanh y).
    apply is_derive_Reals, tanh_slope.
  - rewrite E, Rabs_mult. assert (B := tanh_between c).
    rewrite <- (Rmult_1_l (Rabs (x - a))) at 2. apply Rmult_le_compat_r; [apply Rabs_pos|].
    apply Rabs_le. nra.
Qed.

(* ---- the continued fraction ----
   K_n = A_n cosh - B_n sinh, with A_n / B_n the n-th convergent: K_(n+1)' = - x K_n, so each is
   bounded by integrating the bound of the one before. *)
Lemma grows : forall (f g : R -> R) x, 0 <= x -> f 0 = 0 ->
  (forall y, 0 <= y <= x -> is_derive f y (g y)) -> (forall y, 0 <= y <= x -> 0 <= g y) -> 0 <= f x.
Proof.
  intros f g x X Z D P. destruct X as [X|X]; [|subst; lra].
  destruct (MVT_gen f 0 x g) as (c & C & E).
  - intros y Y. apply D. rewrite Rmin_left, Rmax_right in Y; lra.
  - intros y Y. rewrite Rmin_left, Rmax_right in Y by lra.
    apply derivable_continuous_pt. exists (g y). apply is_derive_Reals, D. lra.
  - rewrite Rmin_left, Rmax_right in C by lra. assert (G := P c C). rewrite Z in E. nra.
Qed.

(* 0 <= f' <= c y^n gives 0 <= f <= c x^(n+1) / (n+1) *)
Lemma bound_grows : forall (f g : R -> R) c n x, 0 <= x -> f 0 = 0 ->
  (forall y, 0 <= y <= x -> is_derive f y (g y)) ->
  (forall y, 0 <= y <= x -> 0 <= g y <= c * y ^ n) -> 0 <= f x <= c * (x ^ S n / INR (S n)).
Proof.
  intros f g c n x X Z D P. split.
  - apply grows with g; try assumption. intros y Y. apply P, Y.
  - assert (N : INR (S n) <> 0) by (apply not_0_INR; discriminate).
    cut (0 <= (fun y => c * (y ^ S n / INR (S n)) - f y) x); [simpl; lra|].
    apply grows with (fun y => c * y ^ n - g y); try assumption.
    + rewrite Z. rewrite pow_ne_zero by discriminate. field. exact N.
    + intros y Y. apply (is_derive_minus (fun y => c * (y ^ S n / INR (S n))) f y); [|apply D, Y].
      auto_derive; [trivial|]. change (pred (S n)) with n.
      change (match n with O => 1 | S _ => INR n + 1 end) with (INR (S n)).
      field. exact N.
    + intros y Y. specialize (P y Y). lra.
Qed.

Definition sh (x : R) : R := (exp x - exp (- x)) / 2.
Definition ch (x : R) : R := (exp x + exp (- x)) / 2.
Definition K1 x := x * ch x - sh x.
Definition K2 x := (3 + x * x) * sh x - 3 * x * ch x.
Definition K3 x := (15 * x + x ^ 3) * ch x - (15 + 6 * x ^ 2) * sh x.
Definition K4 x := (105 + 45 * x ^ 2 + x ^ 4) * sh x - (105 * x + 10 * x ^ 3) * ch x.
Definition K5 x := (945 * x + 105 * x ^ 3 + x ^ 5) * ch x - (945 + 420 * x ^ 2 + 15 * x ^ 4) * sh x.

Ltac derive := intros; unfold K1, K2, K3, K4, K5, ch, sh; auto_derive; [trivial|field].
Lemma sh_slope : forall x, is_derive sh x (ch x). Proof. derive. Qed.
Lemma K1_slope : forall x, is_derive K1 x (x * sh x). Proof. derive. Qed.
Lemma K2_slope : forall x, is_derive K2 x (x * K1 x). Proof. derive. Qed.
Lemma K3_slope : forall x, is_derive K3 x (x * K2 x). Proof. derive. Qed.
Lemma K4_slope : forall x, is_derive K4 x (x * K3 x). Proof. derive. Qed.
Lemma K5_slope : forall x, is_derive K5 x (x * K4 x). Proof. derive. Qed.

Ltac at_zero := unfold K1, K2, K3, K4, K5, ch, sh; rewrite ?Ropp_0, ?exp_0; field.

Lemma times : forall x k c n, 0 <= x -> 0 <= k <= c * x ^ n -> 0 <= x * k <= c * x ^ S n.
Proof.
  intros x k c n X (L & U). split; [apply Rmult_le_pos; assumption|].
  simpl. replace (c * (x * x ^ n)) with (x * (c * x ^ n)) by ring. apply Rmult_le_compat_l; assumption.
Qed.

Lemma K5_bound : forall x, 0 <= x <= 1 / 8 -> 0 <= K5 x <= (15 / 14 / 10395) * x ^ 11.
Proof.
  assert (C : forall y, 0 <= y <= 1 / 8 -> 0 <= ch y <= 15 / 14 * y ^ 0).
  { intros y Y. unfold ch. simpl. assert (I := exp_inverse y). assert (P := exp_sum_positive y).
    assert (A := exp_ineq1_le y). assert (B := exp_ineq1_le (- y)). split; [lra|].
    assert (U : exp y * (7 / 8) <= exp y * exp (- y)) by (apply Rmult_le_compat_l; lra).
    assert (V : 1 * exp (- y) <= exp y * exp (- y)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (S0 : forall y, 0 <= y <= 1 / 8 -> 0 <= sh y <= 15 / 14 * y ^ 1).
  { intros y Y. assert (B := bound_grows sh ch (15 / 14) 0 y (proj1 Y) ltac:(at_zero)
      ltac:(intros; apply sh_slope) ltac:(intros z Z; apply C; lra)).
    simpl INR in B. replace (y ^ 1) with (y ^ 1 / 1) by field. exact B. }
  assert (S1 : forall y, 0 <= y <= 1 / 8 -> 0 <= K1 y <= (15 / 14 / 3) * y ^ 3).
  { intros y Y. assert (B := bound_grows K1 _ (15 / 14) 2 y (proj1 Y) ltac:(at_zero)
      ltac:(intros; apply K1_slope) ltac:(intros z Z; apply times; [lra|apply S0; lra])).
    replace (15 / 14 / 3 * y ^ 3) with (15 / 14 * (y ^ 3 / INR 3)) by (simpl; field). exact B. }
  assert (S2 : forall y, 0 <= y <= 1 / 8 -> 0 <= K2 y <= (15 / 14 / 15) * y ^ 5).
  { intros y Y. assert (B := bound_grows K2 _ (15 / 14 / 3) 4 y (proj1 Y) ltac:(at_zero)
      ltac:(intros; apply K2_slope) ltac:(intros z Z; apply times; [lra|apply S1; lra])).
    replace (15 / 14 / 15 * y ^ 5) with (15 / 14 / 3 * (y ^ 5 / INR 5)) by (simpl; field). exact B. }
  assert (S3 : forall y, 0 <= y <= 1 / 8 -> 0 <= K3 y <= (15 / 14 / 105) * y ^ 7).
  { intros y Y. assert (B := bound_grows K3 _ (15 / 14 / 15) 6 y (proj1 Y) ltac:(at_zero)
      ltac:(intros; apply K3_slope) ltac:(intros z Z; apply times; [lra|apply S2; lra])).
    replace (15 / 14 / 105 * y ^ 7) with (15 / 14 / 15 * (y ^ 7 / INR 7)) by (simpl; field). exact B. }
  assert (S4 : forall y, 0 <= y <= 1 / 8 -> 0 <= K4 y <= (15 / 14 / 945) * y ^ 9).
  { intros y Y. assert (B := bound_grows K4 _ (15 / 14 / 105) 8 y (proj1 Y) ltac:(at_zero)
      ltac:(intros; apply K4_slope) ltac:(intros z Z; apply times; [lra|apply S3; lra])).
    replace (15 / 14 / 945 * y ^ 9) with (15 / 14 / 105 * (y ^ 9 / INR 9)) by (simpl; field). exact B. }
  intros y Y. assert (B := bound_grows K5 _ (15 / 14 / 945) 10 y (proj1 Y) ltac:(at_zero)
    ltac:(intros; apply K5_slope) ltac:(intros z Z; apply times; [lra|apply S4; lra])).
  replace (15 / 14 / 10395 * y ^ 11) with (15 / 14 / 945 * (y ^ 11 / INR 11)) by (simpl; field). exact B.
Qed.

Definition convergent (x : R) : R :=
  x * (945 + x * x * (105 + x * x)) / (945 + x * x * (420 + x * x * 15)).

Lemma denominator_positive : forall x, 945 <= 945 + x * x * (420 + x * x * 15).
Proof. intro x. assert (S := Rle_0_sqr x). unfold Rsqr in S. nra. Qed.

Lemma convergent_odd : forall x, convergent (- x) = - convergent x.
Proof. intro x. unfold convergent. replace (- x * - x) with (x * x) by ring. unfold Rdiv. ring. Qed.

Lemma convergent_near_right : forall x, 0 <= x <= 1 / 8 ->
  Rabs (L_rtanh x - convergent x) <= x * / 9007199254740992.
Proof.
  intros x X. assert (D := denominator_positive x). assert (P := exp_sum_positive x).
  assert (C : 1 <= ch x).
  { unfold ch. assert (A := exp_ineq1_le x). assert (B := exp_ineq1_le (- x)). lra. }
  assert (E : convergent x - L_rtanh x = K5 x / ((945 + x * x * (420 + x * x * 15)) * ch x)).
  { unfold convergent, L_rtanh, K5, sh, ch. field. split; apply Rgt_not_eq; lra. }
  set (d := 945 + x * x * (420 + x * x * 15)) in *. clearbody d.
  assert (N : 945 * 1 <= d * ch x) by (apply Rmult_le_compat; lra).
  assert (K := K5_bound x X).
  rewrite Rabs_minus_sym, E, Rabs_pos_eq.
  2:{ apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra. }
  apply Rmult_le_reg_r with (d * ch x); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  apply Rle_trans with (x * / 9007199254740992 * 945).
  - apply Rle_trans with (15 / 14 / 10395 * x ^ 11); [lra|].
    replace (x ^ 11) with (x * x ^ 10) by ring.
    assert (T : x ^ 10 <= (1 / 8) ^ 10) by (apply pow_incr; lra).
    assert (T2 : 0 <= x * ((1 / 8) ^ 10 - x ^ 10)) by (apply Rmult_le_pos; lra). lra.
  - apply Rmult_le_compat_l; lra.
Qed.

Lemma convergent_near : forall x, -1 / 8 <= x <= 1 / 8 ->
  Rabs (L_rtanh x - convergent x) <= Rabs x * / 9007199254740992.
Proof.
  intros x X. destruct (Rle_or_lt 0 x) as [S|S].
  - rewrite (Rabs_pos_eq x S). apply convergent_near_right. lra.
  - rewrite (Rabs_left x S). rewrite <- (Ropp_involutive x) at 1 2.
    rewrite tanh_odd, convergent_odd.
    replace (- L_rtanh (- x) - - convergent (- x)) with (- (L_rtanh (- x) - convergent (- x))) by ring.
    rewrite Rabs_Ropp. apply convergent_near_right. lra.
Qed.
