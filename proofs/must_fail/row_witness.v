(* row_witness.v - rows of one or two keys, all visible, that refute broken statements on weights. *)
From Coq Require Import Reals ZArith Lia Lra.
From Plumbline.model Require Import sequence.
From Plumbline.proposition Require Import first_math.
Open Scope R_scope.

Definition every_key : A_subset := fun _ => true.
Definition constant (c : R) : A_seq := fun _ => c.
Definition two (a b : R) : A_seq := fun j => if (j =? 0)%Z then a else b.

Lemma every_key_first : forall t, (0 < t)%Z -> first_visible every_key t t.
Proof. intros t T. split; [exact (conj T (Z.le_refl t))|]. intros i I L. split; [intros _; exact L|reflexivity]. Qed.

Lemma e_above_one : 1 < exp 1.
Proof. rewrite <- exp_0 at 1. apply exp_increasing. lra. Qed.

Lemma exp_of_minus_one_below : exp (- (1)) < 1.
Proof. rewrite <- exp_0 at 2. apply exp_increasing. lra. Qed.

Lemma one_exponential : forall a s, L_exponentials (constant a) every_key s 1 = exp (a - s).
Proof. intros. unfold L_exponentials, sum_below. simpl. apply Rplus_0_l. Qed.

Lemma two_exponentials : forall a b s, L_exponentials (two a b) every_key s 2 = exp (a - s) + exp (b - s).
Proof. intros. unfold L_exponentials, sum_below. simpl. unfold two. simpl. ring. Qed.

(* the weights of two keys, by their quotient *)
Lemma one_weight : forall a, L_softmax (constant a) every_key 1 0%Z = 1.
Proof.
  intros. unfold L_softmax. rewrite one_exponential. simpl. unfold constant. rewrite Rminus_0_r.
  field. apply Rgt_not_eq, exp_pos.
Qed.

Lemma first_weight_of_two : forall a b, L_softmax (two a b) every_key 2 0%Z = exp a / (exp a + exp b).
Proof. intros. unfold L_softmax. rewrite two_exponentials, !Rminus_0_r. reflexivity. Qed.

Lemma second_weight_of_two : forall a b, L_softmax (two a b) every_key 2 1%Z = exp b / (exp a + exp b).
Proof. intros. unfold L_softmax. rewrite two_exponentials, !Rminus_0_r. reflexivity. Qed.

(* a weight of e / (e + 1) is above a half *)
Lemma above_half : forall e f, 0 < f -> f < e -> 1 / 2 < e / (e + f).
Proof.
  intros e f F E. apply Rmult_lt_reg_r with (e + f); [lra|].
  replace (e / (e + f) * (e + f)) with e by (field; lra). lra.
Qed.
