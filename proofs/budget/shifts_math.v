(* shifts_math.v - a shift that lags behind the largest score, or is above it by a constant, is in reach of it. *)
From Coq Require Import Reals ZArith Lia Lra.
From Plumbline.model Require Import sequence engine shifts.
From Plumbline.budget Require Import row_softmax_math.
Open Scope R_scope.

(* it is a score, and rises *)
Lemma lagging_is_score : forall s lag k, exists i, (0 <= i <= Z.of_nat k)%Z /\ lagging s lag k = s i.
Proof.
  intros s lag k. induction k as [|k (i & I & E)]; [exists 0%Z; split; [lia|reflexivity]|]. cbn [lagging].
  destruct (Rlt_dec _ _); [exists (Z.of_nat (S k)); split; [lia|reflexivity]|exists i; split; [lia|exact E]].
Qed.

Lemma lagging_rises : forall s lag j k, 0 <= lag -> (j <= k)%nat -> lagging s lag j <= lagging s lag k.
Proof.
  intros s lag j k L J. induction J as [|k J IH]; [lra|]. eapply Rle_trans; [exact IH|]. cbn [lagging].
  destruct (Rlt_dec _ _); lra.
Qed.

Lemma lagging_keeps_up : forall s lag k, 0 <= lag -> s (Z.of_nat k) <= lagging s lag k + lag.
Proof. intros s lag [|k] L; cbn [lagging]; [simpl; lra|]. destruct (Rlt_dec _ _); lra. Qed.

Lemma lag_is_small : 0 <= 8 * ln 2 <= behind.
Proof. assert (R := reach). unfold ahead, behind in *. lra. Qed.

Lemma lagging_in_reach : forall s n j left, (0 <= j < n)%Z -> (0 <= left)%Z ->
  P_in_reach (s j) (L_lagging_shift s (8 * ln 2) (j + 1)) /\
  L_lagging_shift s (8 * ln 2) (j + 1) <= L_lagging_shift s (8 * ln 2) n /\
  P_shifts_to s n left (L_lagging_shift s (8 * ln 2) n).
Proof.
  intros s n j left J L. destruct lag_is_small as (L0 & L1). destruct reach as ((A0 & _) & _). unfold L_lagging_shift.
  assert (UP : forall i, (0 <= i < n)%Z ->
    lagging s (8 * ln 2) (Z.to_nat (i + 1 - 1)) <= lagging s (8 * ln 2) (Z.to_nat (n - 1)))
    by (intros i I; apply lagging_rises; [exact L0|lia]).
  assert (IN : forall i, (0 <= i < n)%Z -> P_in_reach (s i) (lagging s (8 * ln 2) (Z.to_nat (i + 1 - 1)))).
  { intros i I. unfold P_in_reach. assert (K := lagging_keeps_up s (8 * ln 2) (Z.to_nat (i + 1 - 1)) L0).
    replace (Z.of_nat (Z.to_nat (i + 1 - 1))) with i in K by lia. lra. }
  split; [apply IN, J|]. split; [apply UP, J|]. split.
  - destruct (lagging_is_score s (8 * ln 2) (Z.to_nat (n - 1))) as (i & I & E). exists i. split; [lia|]. rewrite E. lra.
  - left. intros i I. assert (Q := IN i ltac:(lia)). assert (W := UP i ltac:(lia)). unfold P_in_reach in *. lra.
Qed.

(* a constant above the maximum, or below *)
Lemma constant_in_reach : forall (s : A_seq) n j left top x, (0 <= j < n)%Z -> (0 <= left)%Z ->
  (forall i, (0 <= i < n)%Z -> s i <= top) -> (exists i, (0 <= i < n)%Z /\ s i = top) ->
  - (8 * ln 2) <= x <= 3 * ln 2 -> P_in_reach (s j) (top + x) /\ P_shifts_to s n left (top + x).
Proof.
  intros s n j left top x J L T (i & I & E) X. destruct lag_is_small as (L0 & L1).
  assert (IN : forall k, (0 <= k < n)%Z -> P_in_reach (s k) (top + x))
    by (intros k K; unfold P_in_reach; assert (Q := T k K); lra).
  split; [apply IN, J|]. split; [exists i; split; [exact I|unfold ahead; lra]|].
  left. intros k K. apply IN. lia.
Qed.
