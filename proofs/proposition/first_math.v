(* first_math.v - weights of a query that sees the first t keys: shares of a sum of t exponentials. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import laws_math.
From Plumbline.position Require Import rope_math.
Open Scope R_scope.

Definition first_visible (m : A_subset) (n t : Z) : Prop :=
  ((0 < t)%Z /\ (t <= n)%Z) /\ (forall i, (0 <= i)%Z -> (i < n)%Z -> P_among m i <-> (i < t)%Z).

Definition exponential_sum (x : A_seq) (t : Z) : R := sum_below (fun j => exp (x j)) t.

(* ---- sums ---- *)

Lemma sum_of_one : forall f, sum_below f 1 = f 0%Z.
Proof. intro f. apply Rplus_0_l. Qed.

Lemma sum_of_constant : forall c t, (0 <= t)%Z -> sum_below (fun _ => c) t = IZR t * c.
Proof.
  intro c. apply natlike_ind.
  - unfold sum_below. simpl. ring.
  - intros t T IH. unfold Z.succ. rewrite Z.add_comm, sum_below_next, IH, plus_IZR by exact T. ring.
Qed.

Lemma sum_least : forall f c t, (0 <= t)%Z -> (forall i, (0 <= i < t)%Z -> c <= f i) -> IZR t * c <= sum_below f t.
Proof.
  intros f c t T. revert t T. apply (natlike_ind (fun t => (forall i, (0 <= i < t)%Z -> c <= f i) ->
    IZR t * c <= sum_below f t)).
  - intros _. unfold sum_below. simpl. lra.
  - intros t T IH H. unfold Z.succ. rewrite (Z.add_comm t 1), sum_below_next, plus_IZR by exact T.
    assert (A := H t ltac:(lia)). assert (B := IH ltac:(intros; apply H; lia)). lra.
Qed.

(* one term, and the least that each of the others can be *)
Lemma sum_one_and_least : forall f c t i, (0 <= i < t)%Z -> (forall j, (0 <= j < t)%Z -> c <= f j) ->
  f i + (IZR t - 1) * c <= sum_below f t.
Proof.
  intros f c t i I H. replace t with (i + (1 + (t - 1 - i)))%Z at 2 by ring.
  rewrite sum_cut, sum_cut by lia.
  replace (sum_below (fun j => f (i + j)%Z) 1) with (f i) by (rewrite sum_of_one; f_equal; ring).
  assert (A := sum_least f c i ltac:(lia) ltac:(intros; apply H; lia)).
  assert (B := sum_least (fun j => f (i + (1 + j))%Z) c (t - 1 - i) ltac:(lia) ltac:(intros; apply H; lia)).
  rewrite !minus_IZR in B. cbv beta in B |- *. lra.
Qed.

Lemma sum_backwards : forall f t, (0 <= t)%Z -> sum_below (fun j => f (t - 1 - j)%Z) t = sum_below f t.
Proof.
  intro f. apply natlike_ind.
  - reflexivity.
  - intros t T IH. unfold Z.succ. rewrite (Z.add_comm t 1), (sum_below_next f) by exact T. rewrite sum_cut by lia.
    replace (sum_below (fun j => f (1 + t - 1 - j)%Z) 1) with (f t)
      by (rewrite sum_of_one; f_equal; lia).
    rewrite <- IH, Rplus_comm. f_equal. apply sum_same. intros i I. f_equal. lia.
Qed.

(* ---- the weights ---- *)

Lemma exponentials_of_first : forall x m n t, first_visible m n t -> L_exponentials x m 0 n = exponential_sum x t.
Proof.
  intros x m n t ((T & N) & M). unfold L_exponentials, exponential_sum.
  replace n with (t + (n - t))%Z by ring. rewrite sum_cut by lia.
  rewrite (sum_of_zeros _ (n - t)), Rplus_0_r.
  - apply sum_same. intros i I. rewrite (among_true m i) by (apply M; lia). f_equal. ring.
  - intros i I. rewrite (among_false m (t + i)); [reflexivity|]. rewrite M by lia. lia.
Qed.

Lemma exponential_sum_positive : forall x t, (0 < t)%Z -> 0 < exponential_sum x t.
Proof.
  intros x t T. unfold exponential_sum.
  assert (H := sum_one_and_least (fun j => exp (x j)) 0 t 0 ltac:(lia) ltac:(intros; left; apply exp_pos)).
  cbv beta in H. assert (P := exp_pos (x 0%Z)). lra.
Qed.

Lemma weight_of_first : forall x m n t i, first_visible m n t -> (0 <= i < t)%Z ->
  L_softmax x m n i = exp (x i) / exponential_sum x t.
Proof.
  intros x m n t i F I. assert (F' := F). destruct F' as ((T & N) & M). unfold L_softmax.
  rewrite (among_true m i) by (apply M; lia). rewrite (exponentials_of_first x m n t F). reflexivity.
Qed.

(* a key that shares the sum with k times its own exponential weighs at most 1 / k *)
Lemma share_at_most : forall e k s, 0 < e -> 0 < k -> k * e <= s -> e / s <= 1 / k.
Proof.
  intros e k s E K S. assert (0 < k * e) by (apply Rmult_lt_0_compat; assumption).
  apply Rmult_le_reg_r with (s * k); [apply Rmult_lt_0_compat; lra|].
  replace (e / s * (s * k)) with (k * e) by (field; lra). replace (1 / k * (s * k)) with s by (field; lra). exact S.
Qed.

Lemma alike_weights : forall x m n t i, first_visible m n t -> (forall j, (0 <= j)%Z -> (j < t)%Z -> x j = x 0%Z) ->
  (0 <= i < t)%Z -> L_softmax x m n i = 1 / IZR t.
Proof.
  intros x m n t i F A I. rewrite (weight_of_first x m n t i F I). unfold exponential_sum.
  rewrite (sum_same _ (fun _ => exp (x 0%Z))) by (intros j J; rewrite (A j) by lia; reflexivity).
  rewrite sum_of_constant by lia. rewrite (A i) by lia. assert (P := exp_pos (x 0%Z)).
  assert (0 < IZR t) by (apply IZR_lt; lia). field. lra.
Qed.

Lemma least_weight : forall x m n t i, first_visible m n t -> (0 <= i < t)%Z -> (forall j, (0 <= j < t)%Z ->
  x i <= x j) ->
  L_softmax x m n i <= 1 / IZR t.
Proof.
  intros x m n t i F I L. rewrite (weight_of_first x m n t i F I).
  apply share_at_most; [apply exp_pos|apply IZR_lt; lia|]. apply sum_least; [lia|].
  intros j J. destruct (L j J) as [S|S]; [left; apply exp_increasing, S|right; rewrite S; reflexivity].
Qed.

Lemma greater_weight : forall x m n t i j, first_visible m n t -> (0 <= i < t)%Z -> (0 <= j < t)%Z -> x i < x j ->
  L_softmax x m n i < L_softmax x m n j.
Proof.
  intros x m n t i j F I J L. rewrite !(weight_of_first x m n t) by assumption.
  apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, exponential_sum_positive; lia|apply exp_increasing, L].
Qed.
