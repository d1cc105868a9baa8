(* laws_math.v - weights as shares of a sum of exponentials: their totals, their bounds, and a shift of all scores. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence sink_softmax log_sum_exp normalised sigmoid elu scaled clipped laws.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import sink_softmax_math.
Open Scope R_scope.

(* ---- sums whose terms are known below n only ---- *)

Lemma total_equal : forall f g n, (forall i, (0 <= i < Z.of_nat n)%Z -> f i = g i) -> total f n = total g n.
Proof.
  intros f g n. induction n as [|n IH]; intro H; simpl; [reflexivity|].
  rewrite IH, H by (try intros; try apply H; lia). reflexivity.
Qed.

Lemma sum_equal : forall f g n, (forall i, (0 <= i < n)%Z -> f i = g i) -> sum_below f n = sum_below g n.
Proof. intros f g n H. apply total_equal. intros i I. apply H. lia. Qed.

Lemma sum_of_zeros : forall f n, (forall i, (0 <= i < n)%Z -> f i = 0) -> sum_below f n = 0.
Proof.
  intros f n H. rewrite (sum_equal f (fun _ => 0 * 0) n) by (intros; rewrite H by assumption; ring).
  unfold sum_below. rewrite (total_factor 0 _ (fun _ => 0)) by reflexivity. ring.
Qed.

Lemma total_has_term : forall f, (forall i, 0 <= f i) -> forall n,
  0 <= total f n /\ forall i, (0 <= i < Z.of_nat n)%Z -> f i <= total f n.
Proof.
  intros f P n. induction n as [|n [N T]]; simpl; (split; [|intros i I]).
  - lra.
  - lia.
  - specialize (P (Z.of_nat n)). lra.
  - destruct (Z.eq_dec i (Z.of_nat n)) as [->|D]; [lra|].
    specialize (P (Z.of_nat n)). specialize (T i ltac:(lia)). lra.
Qed.

(* ---- the sum of the exponentials ---- *)

Definition term (x : A_seq) (m : A_subset) (i : Z) : R := if m i then exp (x i - 0) else 0.

Lemma term_nonnegative : forall x m i, 0 <= term x m i.
Proof. intros x m i. unfold term. destruct (m i); [left; apply exp_pos|lra]. Qed.

Lemma exponentials_nonnegative : forall x m n, 0 <= L_exponentials x m 0 n.
Proof. intros x m n. apply (total_has_term (term x m) (term_nonnegative x m)). Qed.

Lemma exponentials_has_term : forall x m n i, (0 <= i < n)%Z -> m i = true -> exp (x i) <= L_exponentials x m 0 n.
Proof.
  intros x m n i I M. replace (exp (x i)) with (term x m i) by (unfold term; rewrite M; f_equal; ring).
  apply (total_has_term (term x m) (term_nonnegative x m)). lia.
Qed.

Lemma exponentials_positive : forall x m n, P_sees m n -> 0 < L_exponentials x m 0 n.
Proof.
  intros x m n (j & L & G & M). eapply Rlt_le_trans; [apply exp_pos|].
  apply (exponentials_has_term x m n j); [lia|exact M].
Qed.

Lemma exponentials_of_nothing : forall x m n, ~ P_sees m n -> L_exponentials x m 0 n = 0.
Proof.
  intros x m n N. apply sum_of_zeros. intros i I. destruct (m i) eqn:M; [|reflexivity].
  destruct N. exists i. repeat split; [lia|lia|exact M].
Qed.

Lemma exponentials_next : forall x m n, (0 <= n)%Z -> m n = true ->
  L_exponentials x m 0 (1 + n) = L_exponentials x m 0 n + exp (x n).
Proof.
  intros x m n N M. unfold L_exponentials. rewrite sum_below_next, M by exact N. do 2 f_equal. ring.
Qed.

Lemma exponentials_shifted : forall x m c n, L_exponentials (L_shifted x c) m 0 n = exp c * L_exponentials x m 0 n.
Proof.
  intros x m c n. apply total_factor. intro i. unfold L_shifted. destruct (m i); [|ring].
  rewrite <- exp_plus. f_equal. ring.
Qed.

(* ---- shares ---- *)

Lemma shares_total : forall (x : A_seq) (m : A_subset) n d,
  L_total (fun i => if m i then exp (x i) / d else 0) n = L_exponentials x m 0 n / d.
Proof.
  intros x m n d. unfold Rdiv at 2. rewrite Rmult_comm. apply total_factor. intro i.
  destruct (m i); [|ring]. rewrite Rminus_0_r. apply Rmult_comm.
Qed.

Lemma share_between : forall p d, 0 <= p -> p <= d -> 0 < d -> 0 <= p / d <= 1.
Proof.
  intros p d P L D. assert (I := Rinv_0_lt_compat d D). split.
  - apply Rmult_le_pos; lra.
  - apply Rmult_le_reg_r with d; [exact D|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma softmax_bounds : forall x m n i, (0 <= i < n)%Z -> 0 <= L_softmax x m n i <= 1.
Proof.
  intros x m n i I. unfold L_softmax. destruct (m i) eqn:M; [|lra].
  assert (T := exponentials_has_term x m n i I M). assert (P := exp_pos (x i)). apply share_between; lra.
Qed.

Lemma softmax_total : forall x m n, P_sees m n -> L_total (L_softmax x m n) n = 1.
Proof. intros x m n S. unfold L_softmax. rewrite shares_total. apply Rinv_r, Rgt_not_eq, exponentials_positive, S. Qed.

Lemma sink_softmax_bounds : forall x m n i s, (0 <= i < n)%Z -> 0 <= L_sink_softmax x m n s i < 1.
Proof.
  intros x m n i s I. unfold L_sink_softmax. destruct (m i) eqn:M; [|lra].
  assert (T := exponentials_has_term x m n i I M). assert (P := exp_pos (x i)). assert (S := exp_pos s).
  split; [apply share_between; lra|].
  apply Rmult_lt_reg_r with (L_exponentials x m 0 n + exp s); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma sink_denominator : forall x m n s, 0 < L_exponentials x m 0 n + exp s.
Proof. intros x m n s. assert (E := exponentials_nonnegative x m n). assert (S := exp_pos s). lra. Qed.

Lemma sink_weight_bounds : forall x m n s, 0 < L_sink_weight x m n s <= 1.
Proof.
  intros x m n s. assert (E := exponentials_nonnegative x m n). assert (S := exp_pos s). unfold L_sink_weight. split.
  - apply Rmult_lt_0_compat; [exact S|]. apply Rinv_0_lt_compat. lra.
  - apply share_between; lra.
Qed.

Lemma sink_total : forall x m n s, L_total (L_sink_softmax x m n s) n + L_sink_weight x m n s = 1.
Proof.
  intros x m n s. unfold L_sink_softmax, L_sink_weight. rewrite shares_total.
  assert (D := sink_denominator x m n s). field. lra.
Qed.

Lemma sink_alone : forall x m n s, ~ P_sees m n -> L_sink_weight x m n s = 1.
Proof.
  intros x m n s N. unfold L_sink_weight. rewrite exponentials_of_nothing by exact N. rewrite Rplus_0_l.
  apply Rinv_r, Rgt_not_eq, exp_pos.
Qed.

(* ---- the sink as a gate ---- *)

Lemma gate : forall e s, 0 < e -> L_rsigmoid (ln e - s) = e / (e + exp s).
Proof.
  intros e s E. unfold L_rsigmoid. assert (S := exp_pos s).
  replace (- (ln e - s)) with (s - ln e) by ring. unfold Rminus. rewrite exp_plus, exp_Ropp, exp_ln by exact E.
  field. lra.
Qed.

Lemma sink_gate : forall e s, 0 < e -> L_rsigmoid (s - ln e) = exp s / (e + exp s).
Proof.
  intros e s E. unfold L_rsigmoid. assert (S := exp_pos s).
  replace (- (s - ln e)) with (ln e + - s) by ring. rewrite exp_plus, exp_Ropp, exp_ln by exact E.
  field. lra.
Qed.

Lemma sink_gates : forall x m n i s, (0 <= i < n)%Z ->
  L_sink_softmax x m n s i = L_softmax x m n i * L_rsigmoid (L_log_sum_exp x m n - s).
Proof.
  intros x m n i s I. unfold L_sink_softmax, L_softmax. destruct (m i) eqn:M; [|ring].
  assert (E : 0 < L_exponentials x m 0 n).
  { eapply Rlt_le_trans; [apply (exp_pos (x i))|]. apply exponentials_has_term; assumption. }
  unfold L_log_sum_exp. rewrite gate by exact E. assert (S := exp_pos s). field. lra.
Qed.

(* ---- shifts ---- *)

Lemma softmax_shifted : forall x m c n i, L_softmax (L_shifted x c) m n i = L_softmax x m n i.
Proof.
  intros x m c n i. unfold L_softmax. destruct (m i); [|reflexivity].
  rewrite exponentials_shifted. unfold L_shifted. rewrite exp_plus, (Rmult_comm (exp (x i))).
  apply common_factor, Rgt_not_eq, exp_pos.
Qed.

Lemma sink_softmax_shifted : forall x m c n i s, L_sink_softmax (L_shifted x c) m n s i =
  L_sink_softmax x m n (s - c) i.
Proof.
  intros x m c n i s. unfold L_sink_softmax. destruct (m i); [|reflexivity].
  rewrite exponentials_shifted. unfold L_shifted. rewrite exp_plus, (Rmult_comm (exp (x i))).
  replace (exp s) with (exp c * exp (s - c)) by (rewrite <- exp_plus; f_equal; ring).
  rewrite <- Rmult_plus_distr_l. apply common_factor, Rgt_not_eq, exp_pos.
Qed.

Lemma sink_softmax_of_lower_sink : forall x m n i s t, m i = true -> t < s ->
  L_sink_softmax x m n s i < L_sink_softmax x m n t i.
Proof.
  intros x m n i s t M L. unfold L_sink_softmax. rewrite M. apply Rmult_lt_compat_l; [apply exp_pos|].
  assert (S := sink_denominator x m n s). assert (T := sink_denominator x m n t).
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; assumption|]. apply exp_increasing in L. lra.
Qed.

Lemma sink_softmax_lifted : forall x m n i c s, m i = true -> 0 < c ->
  L_sink_softmax x m n s i < L_sink_softmax (L_shifted x c) m n s i.
Proof. intros x m n i c s M C. rewrite sink_softmax_shifted. apply sink_softmax_of_lower_sink; [exact M|lra]. Qed.

(* a counterexample: one key, of score 0, shifted to 1 *)
Definition zeros : A_seq := fun _ => 0.
Definition everything : A_subset := fun _ => true.

Lemma sigmoid_moves : L_rsigmoid 0 < L_rsigmoid 1.
Proof.
  unfold L_rsigmoid. apply Rmult_lt_compat_l; [lra|].
  assert (positive : forall y, 0 < 1 + exp y) by (intro y; assert (P := exp_pos y); lra).
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; apply positive|].
  apply Rplus_lt_compat_l, exp_increasing. lra.
Qed.

Lemma elu_moves : L_elu_plus_one 0 < L_elu_plus_one 1.
Proof.
  unfold L_elu_plus_one. destruct (Rlt_dec 0 1) as [_|no]; [|destruct no; lra].
  destruct (Rlt_dec 0 0); rewrite ?exp_0; lra.
Qed.

(* ---- scaled and clipped weights ---- *)

Lemma scaled_total : forall w alpha n, L_total (L_scaled_weights w alpha) n = alpha * L_total w n.
Proof. intros w alpha n. apply total_factor. reflexivity. Qed.

Lemma clip_bounds : forall y, 0 <= Rmin 1 (Rmax 0 y) <= 1.
Proof. intro y. unfold Rmin, Rmax. destruct (Rle_dec 0 y); destruct (Rle_dec 1 _); lra. Qed.

Lemma clip_low : forall y, y <= 0 -> Rmin 1 (Rmax 0 y) = 0.
Proof. intros y Y. rewrite Rmax_left by exact Y. apply Rmin_right. lra. Qed.

Lemma clip_high : forall y, 1 <= y -> Rmin 1 (Rmax 0 y) = 1.
Proof. intros y Y. rewrite Rmax_right by lra. apply Rmin_left, Y. Qed.

Lemma clip_idle : forall y, 0 <= y <= 1 -> Rmin 1 (Rmax 0 y) = y.
Proof. intros y Y. rewrite Rmax_right by lra. apply Rmin_right. lra. Qed.
