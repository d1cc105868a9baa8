(* elu_math.v - elu(x) + 1 moves no more than its argument. *)
From Coq Require Import Reals Lra.
Require Import BuiltIn.
From Plumbline.model Require Import elu.
Open Scope R_scope.

(* between two numbers left of 0 the exponential grows, and by less than their distance *)
Lemma exp_grows_slowly : forall x y, x <= y -> y <= 0 -> 0 <= exp y - exp x <= y - x.
Proof.
  intros x y L N. assert (P := exp_pos y). assert (B : exp y <= 1).
  { rewrite <- exp_0. destruct N as [N|N]; [left; apply exp_increasing, N|subst; lra]. }
  assert (Q := exp_pos x). assert (S := exp_ineq1_le (x - y)).
  assert (E : exp x = exp y * exp (x - y)) by (rewrite <- exp_plus; f_equal; ring).
  split.
  - destruct L as [L|L]; [apply exp_increasing in L; lra|subst; lra].
  - rewrite E. apply Rle_trans with (exp y * (y - x)).
    + replace (exp y - exp y * exp (x - y)) with (exp y * (1 - exp (x - y))) by ring.
      apply Rmult_le_compat_l; lra.
    + rewrite <- (Rmult_1_l (y - x)) at 2. apply Rmult_le_compat_r; lra.
Qed.

Lemma elu_grows_slowly : forall x y, x <= y -> 0 <= L_elu_plus_one y - L_elu_plus_one x <= y - x.
Proof.
  intros x y L. unfold L_elu_plus_one. destruct (Rlt_dec 0 x); destruct (Rlt_dec 0 y); try lra.
  - assert (G := exp_grows_slowly x 0 ltac:(lra) ltac:(lra)). rewrite exp_0 in G. lra.
  - apply exp_grows_slowly; lra.
Qed.

Lemma elu_moves : forall x a, Rabs (L_elu_plus_one x - L_elu_plus_one a) <= Rabs (x - a).
Proof.
  intros x a. destruct (Rle_or_lt a x) as [H|H].
  - assert (G := elu_grows_slowly a x H). rewrite !Rabs_pos_eq; lra.
  - assert (G := elu_grows_slowly x a ltac:(lra)).
    rewrite (Rabs_minus_sym (L_elu_plus_one x)), (Rabs_minus_sym x), !Rabs_pos_eq; lra.
Qed.
