(* compare_witness.v - for counterexamples to broken budget lemmas: tactics that evaluate them, sequences and sums. *)
From Coq Require Import Reals ZArith Lra Lia List Permutation.
Require Import BuiltIn.
From Plumbline.model Require Import sequence normalised rounded_sum rescaling root.
From Plumbline.compare Require Import sums_math root_math.
Import ListNotations.
Open Scope R_scope.

(* absolute values, minima and maxima of numbers, by cases *)
Ltac cases := unfold Rabs, Rmin, Rmax in *; repeat match goal with
  | |- context [if ?d then _ else _] => destruct d; try (exfalso; lra)
  | H : context [if ?d then _ else _] |- _ => destruct d; try (exfalso; lra)
  end.
Ltac numbers := cbv beta; first [lia | lra | cases; lra | split; numbers].
(* the premises of a broken lemma at a counterexample, down to the first that is more than arithmetic *)
Ltac premises H := cbv beta zeta in H; repeat match type of H with ?P -> _ => specialize (H ltac:(numbers)) end.
(* its conclusion is wrong *)
Ltac refuted H := premises H; repeat match type of H with _ /\ _ => destruct H as (? & H) end; cases; lra.

(* ---- sequences of one and of two elements ---- *)
Definition two (a b : R) : A_seq := fun j => if (j =? 0)%Z then a else b.

Lemma two_first : forall a b, two a b 0%Z = a. Proof. reflexivity. Qed.
Lemma two_second : forall a b, two a b 1%Z = b. Proof. reflexivity. Qed.

Lemma sum_one : forall f, sum_below f 1 = f 0%Z.
Proof. intro f. apply Rplus_0_l. Qed.

Lemma sum_two : forall f, sum_below f 2 = f 0%Z + f 1%Z.
Proof. intro f. unfold sum_below. simpl. ring. Qed.

Lemma sum_three : forall f, sum_below f 3 = f 0%Z + f 1%Z + f 2%Z.
Proof. intro f. unfold sum_below. simpl. ring. Qed.

(* every key of two: the first, and the second *)
Lemma both : forall P : Z -> Prop, P 0%Z -> P 1%Z -> forall j, (0 <= j)%Z -> (j < 2)%Z -> P j.
Proof. intros P A B j J K. assert (C : (j = 0 \/ j = 1)%Z) by lia. destruct C as [C|C]; rewrite C; assumption. Qed.

(* ---- sums as computed ---- *)
Lemma sum_of_one : forall u t f (x : A_seq), P_rescaled_sum u t f x (fun _ => 1) 1 0 0 0 (x 0%Z).
Proof.
  intros u t f x. exists [(0%Z, 1)]. repeat split; [apply Permutation_refl| |constructor].
  intros term [E|[]]. rewrite <- E. reflexivity.
Qed.

(* one term, rounded once *)
Lemma sum_of_one_rounded : forall u t f (x : A_seq) s, near_rounded u t (x 0%Z) s ->
  P_rescaled_sum u t f x (fun _ => 1) 1 1 1 0 s.
Proof.
  intros u t f x s N. destruct (sum_of_one u t f x) as (terms & A & B & C). exists terms. repeat split; try assumption.
  exact (partial_rounded u t f x terms 0 0 0 (x 0%Z) s C N).
Qed.

Lemma tree_of_two : forall u t (x : A_seq) s, near_rounded u t (x 0%Z + x 1%Z) s -> P_tree_sum u t x 2 s.
Proof.
  intros u t x s N. exists [0; 1]%Z. split; [apply Permutation_refl|].
  exact (tree_sum u t x [0%Z] _ [1%Z] _ s (tree_term u t x 0) (tree_term u t x 1) N).
Qed.

(* two terms, the first rescaled, and added without a rounding *)
Lemma sum_of_two : forall f (x : A_seq) c s, 0 <= c <= 1 + f -> s = c * x 0%Z + x 1%Z ->
  P_rescaled_sum 0 0 f x (two c 1) 2 0 0 1 s.
Proof.
  intros f x c s C S. rewrite S. exists [(0%Z, 1 * c); (1%Z, 1)]. repeat split; [apply Permutation_refl| |].
  - intros term [E|[E|[]]]; rewrite <- E; unfold two; simpl; ring.
  - exact (partial_joined 0 0 f x _ _ _ _ _ _ _ _ _ _
      (partial_scaled 0 0 f x _ _ _ _ _ c (partial_term 0 0 f x 0) C) (partial_term 0 0 f x 1)).
Qed.

(* a number rounded upwards each time *)
Lemma rounded_upward : forall u t x k, 0 <= u -> 0 <= t -> 0 <= x -> P_roundings u t (Z.of_nat k) x (x * (1 + u) ^ k).
Proof.
  intros u t x k U T X. induction k as [|k IH].
  - rewrite Rmult_1_r. constructor.
  - rewrite Nat2Z.inj_succ. apply (roundings_next u t _ _ _ _ IH). unfold near_rounded.
    assert (P : 0 <= x * (1 + u) ^ k) by (apply Rmult_le_pos; [exact X|apply pow_le; lra]).
    rewrite (Rabs_pos_eq _ P). simpl pow.
    replace (x * ((1 + u) * (1 + u) ^ k) - x * (1 + u) ^ k) with (u * (x * (1 + u) ^ k)) by ring.
    rewrite Rabs_pos_eq by (apply Rmult_le_pos; assumption). lra.
Qed.

Lemma growth_of_nothing : forall k, L_growth 0 k = 1.
Proof. intro k. unfold L_growth. rewrite Rplus_0_r. apply pow1. Qed.

(* ---- rescalings ---- *)
Lemma never_rescaled : forall g e t f m r, (0 <= r)%Z -> exists k, (k <= r)%Z /\ P_rescaling g e t f k m m 1.
Proof. intros g e t f m r R. exists 0%Z. split; [exact R|constructor]. Qed.

Lemma inverse_of_e : 0 < exp (-1) < 1.
Proof. split; [apply exp_pos|]. rewrite <- exp_0. apply exp_increasing. lra. Qed.

(* The shift stays, but the exponent is off by 1. *)
Lemma rescaled_by_error : P_rescaling 0 1 0 0 1 0 0 (exp (-1)).
Proof.
  assert (E := inverse_of_e). rewrite <- (Rmult_1_l (exp (-1))).
  apply (rescaling_next 0 1 0 0 0 0 0 1 0 (-1)); [constructor|numbers..|].
  replace (0 - 0 + -1) with (-1) by ring. numbers.
Qed.

(* ---- roots ---- *)
Lemma root_by_half : forall x, 0 < x -> L_root_of x (1 / 2) = x * x.
Proof.
  intros x X. rewrite root_of_positive by exact X. replace (ln x / (1 / 2)) with (ln x + ln x) by field.
  rewrite exp_plus, exp_ln by exact X. reflexivity.
Qed.

Lemma root_of_square : forall x, 0 < x -> L_root_of (x * x) 2 = x.
Proof.
  intros x X. rewrite root_of_positive by (apply Rmult_lt_0_compat; exact X). rewrite ln_mult by exact X.
  replace ((ln x + ln x) / 2) with (ln x) by field. apply exp_ln, X.
Qed.
