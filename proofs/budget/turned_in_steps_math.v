(* turned_in_steps_math.v - cosines, sines and products, step by step, are those of an element that is rotated. *)
From Coq Require Import Reals ZArith Lra.
From Plumbline.model Require Import sequence rounded_sum engine alibi_computed rotated.
From Plumbline.compare Require Import rounded_sum_math.
Open Scope R_scope.

Definition tensor_at (u t : A_seq) (i : Z) (x y : R) : Prop := (i = 0%Z \/ i = 7%Z) /\ rounded_at u t i x y.

Lemma in_tensor_at : forall u t i x y, tensor_at u t i x y -> in_tensor u t x y.
Proof. intros u t i x y ([-> | ->] & H); [left|right]; exact H. Qed.

Lemma near_opposite : forall e f x y, near_rounded e f x y -> near_rounded e f (- x) (- y).
Proof.
  unfold near_rounded. intros e f x y H. rewrite Rabs_Ropp. replace (- y - - x) with (- (y - x)) by ring.
  rewrite Rabs_Ropp. exact H.
Qed.

Lemma tensor_opposite : forall u t i x y, tensor_at u t i x y -> tensor_at u t i (- x) (- y).
Proof. intros u t i x y (I & H). split; [exact I|]. apply near_opposite, H. Qed.

Definition entry_at (u t : A_seq) (i : Z) (mu c x : R) : Prop := exists a b,
  Rabs (a - c) <= 8 * u EXPONENT * Rabs mu /\ rounded_at u t EXPONENT a b /\ tensor_at u t i b x.

Lemma entry_in_steps : forall u t i mu c x, entry_at u t i mu c x -> entry_computed u t 1 mu c x.
Proof.
  intros u t i mu c x (a & b & A & B & X). exists a, b. split; [exact A|]. split; [|exact (in_tensor_at _ _ _ _ _ X)].
  exact (roundings_next _ _ 0 _ _ _ (roundings_none _ _ a) B).
Qed.

Lemma entry_opposite : forall u t i mu c x, entry_at u t i mu c x -> entry_at u t i mu (- c) (- x).
Proof.
  intros u t i mu c x (a & b & A & B & X). exists (- a), (- b).
  split; [|split; [apply near_opposite, B|apply tensor_opposite, X]].
  replace (- a - - c) with (- (a - c)) by ring. rewrite Rabs_Ropp. exact A.
Qed.

Definition product_at (u t : A_seq) (i : Z) (g x p : R) : Prop := exists a,
  rounded_at u t INPUT g a /\ tensor_at u t i (a * x) p.

Lemma product_in_steps : forall u t i g x p, product_at u t i g x p -> product_computed u t g x p.
Proof. intros u t i g x p (a & A & P). exists a. split; [exact A|exact (in_tensor_at _ _ _ _ _ P)]. Qed.

Lemma product_opposite : forall u t i g x p, product_at u t i g x p -> product_at u t i g (- x) (- p).
Proof.
  intros u t i g x p (a & A & P). exists a. split; [exact A|]. replace (a * - x) with (- (a * x)) by ring.
  apply tensor_opposite, P.
Qed.

(* the second element of a pair is rotated as it stands, the first the other way *)
Lemma second_in_steps : forall u t i j delta mu c s e x y g h p q f z, Rabs e <= delta ->
  entry_at u t i mu (c * cos e - s * sin e) x -> entry_at u t i mu (s * cos e + c * sin e) y ->
  product_at u t i h x p -> product_at u t i g y q -> tensor_at u t i (p - q) f -> tensor_at u t j f z ->
  P_element_rotated u t delta 1 mu c s h g z.
Proof.
  intros u t i j delta mu c s e x y g h p q f z E X Y P Q F Z.
  exists (c * cos e - s * sin e), (s * cos e + c * sin e), x, y, p, q, f.
  split; [exists e; repeat split; exact E|].
  repeat split; eauto using entry_in_steps, product_in_steps, in_tensor_at.
Qed.

Lemma first_in_steps : forall u t i j delta mu c s e x y g h p q f z, Rabs e <= delta ->
  entry_at u t i mu (c * cos e - s * sin e) x -> entry_at u t i mu (s * cos e + c * sin e) y ->
  product_at u t i g x p -> product_at u t i h y q -> tensor_at u t i (p + q) f -> tensor_at u t j f z ->
  P_element_rotated u t delta 1 mu c (- s) g h z.
Proof.
  intros u t i j delta mu c s e x y g h p q f z E X Y P Q F Z.
  apply (second_in_steps u t i j delta mu c (- s) (- e) x (- y) h g p (- q) f z);
    rewrite ?Rabs_Ropp, ?cos_neg, ?sin_neg; try assumption.
  - replace (c * cos e - - s * - sin e) with (c * cos e - s * sin e) by ring. exact X.
  - replace (- s * cos e + c * - sin e) with (- (s * cos e + c * sin e)) by ring. apply entry_opposite, Y.
  - apply product_opposite, Q.
  - replace (p - - q) with (p + q) by ring. exact F.
Qed.
