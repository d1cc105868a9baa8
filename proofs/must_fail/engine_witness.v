(* engine_witness.v - for counterexamples to narrower definitions of an engine: models of which one step is off and no
   other, so that what it gives away shows in whole numbers. *)
From Coq Require Import Reals ZArith Lra Lia.
From Flocq Require Import Core.Raux.
Require Import BuiltIn.
From Plumbline.model Require Import sequence binary64 rounded_sum engine tanh.
From Plumbline.compare Require Import rounded_sum_math.
Open Scope R_scope.

Definition only (step : Z) (x : R) : A_seq := fun i => if (i =? step)%Z then x else 0.
Definition none : A_seq := only 0 0.
Definition each (x : R) : A_seq := fun _ => x.

Lemma only_are_roundings : forall i x j y, 0 <= x -> 0 <= y -> P_is_roundings (only i x) (only j y).
Proof. intros i x j y X Y k _. unfold only. destruct (k =? i)%Z, (k =? j)%Z; lra. Qed.

Lemma roundings_off : forall t k x y, 0 <= t -> P_roundings 0 t k x y -> 0 <= IZR k /\ Rabs (y - x) <= IZR k * t.
Proof.
  intros t k x y T H. destruct (roundings_grow 0 t k x y (Rle_refl 0) T H) as (K & N).
  assert (G : L_growth 0 k = 1) by (unfold L_growth; rewrite Rplus_0_r; apply pow1).
  unfold near_rounded in N. rewrite G in N. split; [apply IZR_le, K|lra].
Qed.

Lemma roundings_count : forall u t k x y, P_roundings u t k x y -> k = 0%Z /\ y = x \/ (1 <= k)%Z.
Proof. intros u t k x y H. induction H as [x|k x y z H IH N]; [left; split; reflexivity|right; lia]. Qed.

Lemma sum_off : forall t x n depth all s, 0 <= t -> P_rescaled_sum 0 t 0 x (fun _ => 1) n depth all 0 s ->
  Rabs (s - sum_below x n) <= IZR all * t.
Proof.
  intros t x n depth all s T H.
  destruct (rescaled_sum_within _ _ _ _ _ _ _ _ _ _ (Rle_refl 0) T (Rle_refl 0) H) as (W & _).
  assert (G : forall k, L_growth 0 k = 1) by (intro k; unfold L_growth; rewrite Rplus_0_r; apply pow1).
  rewrite !G in W. rewrite (total_ext (fun i => 1 * x i) x) in W by (intro i; ring). lra.
Qed.

(* a goal and hypotheses of these models in numbers *)
Ltac values := cbv beta iota delta [only none each Z.eqb Pos.eqb rounded_at roundings_at near_rounded L_el
  L_rmul] in *.
Ltac bounds := repeat match goal with H : Rabs _ <= _ |- _ => apply Rabs_le_inv in H end.
Ltac off := values; repeat match goal with
  | H : P_roundings 0 _ _ _ _ |- _ => apply roundings_off in H; [let K := fresh in destruct H as (K & H)|lra]
  | H : (_ <= _)%Z |- _ => apply IZR_le in H; rewrite ?plus_IZR in H end; bounds.
(* a rounding of an engine that is shown, by whichever name: at most its bound *)
Ltac rounds := repeat (lazymatch goal with |- Rabs _ <= _ => fail | |- _ => red end); values; split_Rabs; lra.

Lemma product_within : forall a b A B, Rabs a <= A -> Rabs b <= B -> Rabs (a * b) <= A * B.
Proof. intros a b A B P Q. rewrite Rabs_mult. apply Rmult_le_compat; try assumption; apply Rabs_pos. Qed.
(* c (x z) is too small for the number that it is *)
Ltac sizes c x z C X Z :=
  let M := fresh in assert (M : Rabs (c * (x * z)) <= C * (X * Z))
    by (apply product_within; [|apply product_within]; apply Rabs_le; lra);
  apply Rabs_le_inv in M; lra.

Lemma tanh_of_zero : L_rtanh 0 = 0.
Proof. unfold L_rtanh. rewrite Ropp_0. unfold Rdiv. ring. Qed.

Lemma tanh_of_one : / 2 < L_rtanh 1 < 1.
Proof.
  unfold L_rtanh. assert (E := exp_ineq1 1 ltac:(lra)). rewrite exp_Ropp.
  assert (I : / exp 1 < / 2) by (apply Rinv_lt_contravar; lra). assert (P := Rinv_0_lt_compat (exp 1) ltac:(lra)).
  split; apply Rmult_lt_reg_r with (exp 1 + / exp 1); try lra; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma tanh_below_one : forall x, -1 < L_rtanh x < 1.
Proof.
  intro x. unfold L_rtanh. assert (A := exp_pos x). assert (B := exp_pos (- x)).
  split; apply Rmult_lt_reg_r with (exp x + exp (- x)); try lra; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma tanh_rises : forall x y, x < y -> L_rtanh x < L_rtanh y.
Proof.
  intros x y H. unfold L_rtanh. assert (A := exp_increasing x y H). assert (B := exp_increasing (- y) (- x) ltac:(lra)).
  assert (X := exp_pos x). assert (Y := exp_pos (- y)).
  apply Rmult_lt_reg_r with ((exp x + exp (- x)) * (exp y + exp (- y))); [apply Rmult_lt_0_compat; lra|].
  replace ((exp x - exp (- x)) / (exp x + exp (- x)) * ((exp x + exp (- x)) * (exp y + exp (- y))))
    with ((exp x - exp (- x)) * (exp y + exp (- y))) by (field; lra).
  replace ((exp y - exp (- y)) / (exp y + exp (- y)) * ((exp x + exp (- x)) * (exp y + exp (- y))))
    with ((exp y - exp (- y)) * (exp x + exp (- x))) by (field; lra).
  assert (exp x * exp (- y) < exp y * exp (- x)) by (apply Rmult_le_0_lt_compat; lra). lra.
Qed.
