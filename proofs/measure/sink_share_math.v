(* sink_share_math.v - a mean lies between the least and the greatest of its terms. *)
From Coq Require Import Reals ZArith Lia Lra.
From Plumbline.model Require Import sequence normalised sink_share.
From Plumbline.number Require Import sequence_math.
Open Scope R_scope.

Lemma total_between : forall w low high n,
  (forall i, (0 <= i)%Z -> (i < Z.of_nat n)%Z -> low <= w i /\ w i <= high) ->
  INR n * low <= total w n /\ total w n <= INR n * high.
Proof.
  intros w low high n. induction n as [|n IH]; intro H; [simpl; lra|].
  assert (last := H (Z.of_nat n)). rewrite S_INR. simpl total.
  destruct IH as [L U]; [intros i P Q; apply H; lia|]. destruct last as [l u]; [lia|lia|]. lra.
Qed.

Lemma share_times_count : forall w n, (0 < n)%Z -> L_sink_share w n * IZR n = L_total w n.
Proof.
  intros w n N. unfold L_sink_share, Rdiv. rewrite Rmult_assoc, Rinv_l; [ring|].
  apply not_0_IZR. lia.
Qed.

Lemma share_between : forall w low high n, (0 < n)%Z ->
  (forall i, (0 <= i)%Z -> (i < n)%Z -> low <= w i /\ w i <= high) ->
  low <= L_sink_share w n /\ L_sink_share w n <= high.
Proof.
  intros w low high n N H. assert (T := share_times_count w n N).
  assert (positive : 0 < IZR n) by (apply (IZR_lt 0 n); exact N).
  destruct (total_between w low high (Z.to_nat n)) as [L U].
  { rewrite Z2Nat.id by lia. exact H. }
  rewrite INR_IZR_INZ, Z2Nat.id in L by lia. rewrite INR_IZR_INZ, Z2Nat.id in U by lia.
  unfold L_total, sum_below in T. rewrite <- T in L, U.
  split; apply Rmult_le_reg_r with (IZR n); try exact positive; lra.
Qed.

Lemma share_of_equal : forall w c n, (0 < n)%Z -> (forall i, (0 <= i)%Z -> (i < n)%Z -> w i = c) ->
  L_sink_share w n = c.
Proof.
  intros w c n N H. destruct (share_between w c c n N) as [L U]; [|lra].
  intros i P Q. rewrite (H i P Q). lra.
Qed.
