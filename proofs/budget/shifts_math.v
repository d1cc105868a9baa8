(* shifts_math.v - a shift that lags behind the largest score, or is above it by a constant, is in reach of it. *)
From Coq Require Import Reals ZArith Lia Lra.
From Plumbline.model Require Import sequence engine shifts.
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

(* what a model of roundings allows besides *)
Definition allows (t : A_seq) : Prop := 0 <= t AHEAD /\ 0 <= t BEHIND.

Lemma lag_is_small : forall t, 0 <= 8 * ln 2 <= behind t - t BEHIND /\ 0 <= 3 * ln 2 <= ahead t - t AHEAD.
Proof.
  intro t. unfold ahead, behind. assert (0 <= ln 2) by (rewrite <- ln_1; left; apply ln_increasing; lra). lra.
Qed.

Lemma lagging_in_reach : forall t s n j left, allows t -> (0 <= j < n)%Z -> (0 <= left)%Z ->
  P_in_reach t (s j) (L_lagging_shift s (8 * ln 2) (j + 1)) /\
  L_lagging_shift s (8 * ln 2) (j + 1) <= L_lagging_shift s (8 * ln 2) n /\
  P_shifts_to t s n left (L_lagging_shift s (8 * ln 2) n).
Proof.
  intros t s n j left (above & below) J L. destruct (lag_is_small t) as ((L0 & L1) & A0). unfold L_lagging_shift.
  assert (UP : forall i, (0 <= i < n)%Z ->
    lagging s (8 * ln 2) (Z.to_nat (i + 1 - 1)) <= lagging s (8 * ln 2) (Z.to_nat (n - 1)))
    by (intros i I; apply lagging_rises; [exact L0|lia]).
  assert (IN : forall i, (0 <= i < n)%Z -> P_in_reach t (s i) (lagging s (8 * ln 2) (Z.to_nat (i + 1 - 1)))).
  { intros i I. unfold P_in_reach. assert (K := lagging_keeps_up s (8 * ln 2) (Z.to_nat (i + 1 - 1)) L0).
    replace (Z.of_nat (Z.to_nat (i + 1 - 1))) with i in K by lia. lra. }
  split; [apply IN, J|]. split; [apply UP, J|]. split.
  - destruct (lagging_is_score s (8 * ln 2) (Z.to_nat (n - 1))) as (i & I & E). exists i. split; [lia|]. rewrite E. lra.
  - left. intros i I. assert (Q := IN i ltac:(lia)). assert (W := UP i ltac:(lia)). unfold P_in_reach in *. lra.
Qed.

(* a constant, no farther from the largest score than may be *)
Lemma constant_in_reach : forall t (s : A_seq) n j left top x, (0 <= j < n)%Z -> (0 <= left)%Z ->
  (forall i, (0 <= i < n)%Z -> s i <= top) -> (exists i, (0 <= i < n)%Z /\ s i = top) ->
  top - x <= 8 * ln 2 + t BEHIND -> x - top <= 3 * ln 2 + t AHEAD ->
  P_in_reach t (s j) x /\ P_shifts_to t s n left x.
Proof.
  intros t s n j left top x J L T (i & I & E) B A. destruct (lag_is_small t) as (L0 & A0).
  assert (IN : forall k, (0 <= k < n)%Z -> P_in_reach t (s k) x)
    by (intros k K; unfold P_in_reach; assert (Q := T k K); lra).
  split; [apply IN, J|]. split; [exists i; split; [exact I|lra]|]. left. intros k K. apply IN. lia.
Qed.
