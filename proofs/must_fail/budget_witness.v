(* budget_witness.v - for counterexamples to broken tests of an evaluation: one or two visible keys, each with given
   ends. *)
From Coq Require Import Reals ZArith Lra Lia.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total evaluation direct.
From Plumbline.must_fail Require Import compare_witness.
Open Scope R_scope.

Definition all : A_subset := fun _ => true.
Definition none : A_subset := fun _ => false.
Definition each (x : R) : A_seq := fun _ => x.

Lemma visible_one : forall f, L_visible_total f all 1 = f 0%Z.
Proof. intro f. apply sum_one. Qed.
Lemma visible_two : forall f, L_visible_total f all 2 = f 0%Z + f 1%Z.
Proof. intro f. apply sum_two. Qed.
Lemma pulled_one : forall least most limited pull, L_pulled least most limited pull all 1 =
  if limited 0%Z then Rmax (pull 0%Z * least 0%Z) (pull 0%Z * most 0%Z) else pull 0%Z * least 0%Z.
Proof. intros. apply sum_one. Qed.
Lemma pulled_two : forall least most limited pull, L_pulled least most limited pull all 2 =
  (if limited 0%Z then Rmax (pull 0%Z * least 0%Z) (pull 0%Z * most 0%Z) else pull 0%Z * least 0%Z) +
  (if limited 1%Z then Rmax (pull 1%Z * least 1%Z) (pull 1%Z * most 1%Z) else pull 1%Z * least 1%Z).
Proof. intros. apply sum_two. Qed.

(* premises and conclusion at one or two keys *)
Ltac values := cbv beta iota delta [each all none two Z.eqb Pos.eqb negb L_pulls] in *.
Ltac at_keys := rewrite ?visible_one, ?visible_two, ?pulled_one, ?pulled_two; values; cases; lra.
Ltac gives numerator denominator := exists numerator, denominator; repeat split; at_keys.
