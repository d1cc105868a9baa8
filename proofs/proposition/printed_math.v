(* printed_math.v - the differences, negations and inverses that WP prints, as they are written. *)
From Coq Require Import Reals ZArith Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Lemma difference_written : forall x y, x + -1 * y = x - y.
Proof. intros x y. ring. Qed.
Lemma negation_written : forall x, -1 * x = - x.
Proof. intro x. ring. Qed.
Lemma inverse_written : forall x, 1 / exp x = exp (- x).
Proof. intro x. rewrite exp_Ropp. apply Rmult_1_l. Qed.
Lemma integer_difference_written : forall i j : Z, (i + -1 * j = i - j)%Z.
Proof. intros i j. ring. Qed.
Lemma before_written : forall i : Z, (-1 + i = i - 1)%Z.
Proof. intro i. ring. Qed.

(* as_written: the same of the whole goal, after intros *)
Ltac as_written :=
  cbv zeta; unfold L_el;
  rewrite ?difference_written, ?negation_written, ?inverse_written, ?integer_difference_written, ?before_written.
