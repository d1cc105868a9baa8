(* merge_math.v - parts of the keys are a commutative monoid under merging, and attention over keys that two sets have
   together is the merge of the parts of each, where they share none. *)
From Coq Require Import Reals ZArith Lia Lra Bool FunctionalExtensionality.
Require Import BuiltIn.
From Plumbline.model Require Import sequence log_sum_exp merge.
From Plumbline.number Require Import sequence_math logarithm_of_sum.
Open Scope R_scope.

Lemma some_alike : forall (l k : R) (o p : A_seq), l = k -> (forall c, o c = p c) -> Some (l, o) = Some (k, p).
Proof. intros l k o p L O. rewrite L. f_equal. f_equal. extensionality c. apply O. Qed.

Lemma two_positive : forall l k, 0 < exp l + exp k.
Proof. intros l k. assert (A := exp_pos l). assert (B := exp_pos k). lra. Qed.

Lemma merged_associates : forall a b c, L_merged (L_merged a b) c = L_merged a (L_merged b c).
Proof.
  intros [[l o]|] [[k p]|] [[h q]|]; simpl; try reflexivity.
  assert (LK := two_positive l k). assert (KH := two_positive k h). assert (A := exp_pos l). assert (B := exp_pos h).
  rewrite !exp_ln by assumption. apply some_alike; [f_equal; ring|].
  intro c. field. repeat split; apply Rgt_not_eq; lra.
Qed.

Lemma merged_commutes : forall a b, L_merged a b = L_merged b a.
Proof.
  intros [[l o]|] [[k p]|]; simpl; try reflexivity.
  apply some_alike; [f_equal; ring|]. intro c. rewrite (Rplus_comm (exp l)), (Rplus_comm (o c * _)). reflexivity.
Qed.

(* A shift c of both log-sum-exps divides both weights by e^c. *)
Lemma weight_shifted : forall l c, exp (l - c) = exp (- c) * exp l.
Proof. intros l c. rewrite <- exp_plus. f_equal. ring. Qed.

Lemma merged_lse_shifted : forall l k c, ln (exp (l - c) + exp (k - c)) = ln (exp l + exp k) - c.
Proof.
  intros l k c. rewrite !weight_shifted, <- Rmult_plus_distr_l.
  rewrite <- (logarithm_shifted c (exp l + exp k)) by apply two_positive. ring.
Qed.

Lemma merged_output_shifted : forall l k c x y,
  (x * exp (l - c) + y * exp (k - c)) / (exp (l - c) + exp (k - c)) = (x * exp l + y * exp k) / (exp l + exp k).
Proof.
  intros l k c x y. rewrite !weight_shifted. assert (P := two_positive l k). assert (E := exp_pos (- c)).
  field. split; [apply Rgt_not_eq; exact P|]. rewrite <- Rmult_plus_distr_l.
  apply Rgt_not_eq, Rmult_lt_0_compat; assumption.
Qed.

(* the numerator of an output *)
Definition weighed (x : A_seq) (m : A_subset) (v : A_seq) (width n c : Z) : R :=
  sum_below (fun j => if m j then exp (x j) * v (L_place j width c) else 0) n.

Lemma attended_is : forall x m v d n, L_attended x m v d n =
  if Rlt_dec 0 (L_exponentials x m 0 n)
  then Some (L_log_sum_exp x m n, fun c => weighed x m v d n c / L_exponentials x m 0 n) else None.
Proof.
  intros x m v d n. unfold L_attended. destruct (Rlt_dec 0 (L_exponentials x m 0 n)) as [P|_]; [|reflexivity].
  apply some_alike; [reflexivity|]. intro c. unfold L_aggregate, L_weighted, weighed, Rdiv.
  rewrite (Rmult_comm (sum_below _ _)). apply total_factor. intro i. unfold L_softmax.
  destruct (m i); [unfold Rdiv; ring|ring].
Qed.

Lemma total_united : forall (m k : A_subset) f n, (forall i, (i < n)%nat -> m (Z.of_nat i) && k (Z.of_nat i) = false) ->
  total (fun j => if L_united m k j then f j else 0) n =
  total (fun j => if m j then f j else 0) n + total (fun j => if k j then f j else 0) n.
Proof.
  intros m k f n D. induction n as [|n IH]; simpl; [ring|].
  rewrite IH by (intros i I; apply D; lia). assert (A := D n ltac:(lia)). unfold L_united.
  destruct (m (Z.of_nat n)), (k (Z.of_nat n)); simpl in *; try discriminate; ring.
Qed.

Lemma united_sums : forall m k f n, (forall j, (0 <= j /\ j < n)%Z -> ~ (P_among m j /\ P_among k j)) ->
  sum_below (fun j => if L_united m k j then f j else 0) n =
  sum_below (fun j => if m j then f j else 0) n + sum_below (fun j => if k j then f j else 0) n.
Proof.
  intros m k f n D. apply total_united. intros i I. apply andb_false_iff.
  assert (A := D (Z.of_nat i) ltac:(lia)). unfold P_among in A.
  destruct (m (Z.of_nat i)); [|left; reflexivity].
  destruct (k (Z.of_nat i)); [exfalso; apply A; tauto|right; reflexivity].
Qed.

Lemma nothing_weighed : forall x m v d n c, ~ 0 < L_exponentials x m 0 n -> weighed x m v d n c = 0.
Proof.
  intros x m v d n c Z. unfold weighed, sum_below.
  assert (H : forall i, (i < Z.to_nat n)%nat -> m (Z.of_nat i) = false).
  { intros i I. destruct (m (Z.of_nat i)) eqn:M; [|reflexivity]. exfalso. apply Z.
    apply (selected_sum_positive m (fun j => x j - 0) n (Z.of_nat i)); [lia|lia|exact M]. }
  induction (Z.to_nat n) as [|k IH]; simpl; [reflexivity|].
  rewrite IH by (intros; apply H; lia). rewrite H by lia. ring.
Qed.

Lemma none_attended : forall x m v d n, (forall j, (0 <= j /\ j < n)%Z -> ~ P_among m j) ->
  L_attended x m v d n = L_no_keys.
Proof.
  intros x m v d n N. unfold L_attended. destruct (Rlt_dec 0 (L_exponentials x m 0 n)) as [P|_]; [exfalso|reflexivity].
  revert P. unfold L_exponentials, sum_below.
  assert (H : forall i, (i < Z.to_nat n)%nat -> m (Z.of_nat i) = false)
    by (intros i I; apply among_false, N; lia).
  enough (E : total (fun j => if m j then exp (x j - 0) else 0) (Z.to_nat n) = 0) by lra.
  induction (Z.to_nat n) as [|k IH]; simpl; [reflexivity|].
  rewrite IH by (intros; apply H; lia). rewrite H by lia. ring.
Qed.

Lemma attended_apart : forall x v m k d n, (forall j, (0 <= j /\ j < n)%Z -> ~ (P_among m j /\ P_among k j)) ->
  L_attended x (L_united m k) v d n = L_merged (L_attended x m v d n) (L_attended x k v d n).
Proof.
  intros x v m k d n D. rewrite !attended_is.
  assert (E : L_exponentials x (L_united m k) 0 n = L_exponentials x m 0 n + L_exponentials x k 0 n)
    by (apply (united_sums m k (fun j => exp (x j - 0)) n D)).
  assert (W : forall c, weighed x (L_united m k) v d n c = weighed x m v d n c + weighed x k v d n c)
    by (intro c; apply (united_sums m k (fun j => exp (x j) * v (L_place j d c)) n D)).
  assert (PM : 0 <= L_exponentials x m 0 n) by apply selected_sum_nonnegative.
  assert (PK : 0 <= L_exponentials x k 0 n) by apply selected_sum_nonnegative.
  assert (WM := nothing_weighed x m v d n). assert (WK := nothing_weighed x k v d n).
  unfold L_log_sum_exp. rewrite E.
  set (e := L_exponentials x m 0 n) in *. set (f := L_exponentials x k 0 n) in *. clearbody e f.
  destruct (Rlt_dec 0 (e + f)) as [P|P], (Rlt_dec 0 e) as [A|A], (Rlt_dec 0 f) as [B|B]; simpl;
    try lra; try reflexivity.
  - rewrite !exp_ln by assumption. apply some_alike; [reflexivity|]. intro c. rewrite W. field. lra.
  - assert (F : f = 0) by lra. apply some_alike; [f_equal; lra|].
    intro c. rewrite W, (WK c B), F. rewrite !Rplus_0_r. reflexivity.
  - assert (F : e = 0) by lra. apply some_alike; [f_equal; lra|].
    intro c. rewrite W, (WM c A), F. rewrite !Rplus_0_l. reflexivity.
Qed.
