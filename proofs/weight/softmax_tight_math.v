(* softmax_tight_math.v - exponentials of scores between -128 and 128, their sum and the shares stay far from the ends
   of the numbers. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
From Plumbline.number Require Import exp_rounded exp_real exp_interval sequence_math tight_math sum_tight_math.
Open Scope R_scope.

Lemma exponential_between : forall x, -128 <= x <= 128 -> bpow radix2 (-190) <= exp x <= bpow radix2 190.
Proof.
  intros x X. assert (L : 6931 / 10000 <= ln 2) by interval with (i_prec 60).
  split; rewrite bpow_exp; change (IZR radix2) with 2; apply exp_monotone; lra.
Qed.

Lemma exponential_modest : forall x, -128 <= x <= 128 -> modest (exp x).
Proof.
  intros x X. destruct (exponential_between x X) as (L & H).
  split; [eapply Rle_trans; [|exact L]|eapply Rle_trans; [exact H|]]; apply bpow_le; lia.
Qed.

Definition term (x : A_seq) (m : A_subset) (c : R) (j : Z) : R := if m j then exp (x j - c) else 0.

Lemma term_nonnegative : forall x m c j, 0 <= term x m c j.
Proof. intros. unfold term. destruct (m j); [left; apply exp_pos|lra]. Qed.

Lemma sum_at_least_term : forall x m c (n : nat) j, (0 <= j < Z.of_nat n)%Z -> m j = true ->
  exp (x j - c) <= total (term x m c) n.
Proof.
  intros x m c n j. assert (P : forall k, 0 <= total (term x m c) k).
  { induction k as [|k IH]; simpl; [lra|]. assert (T := term_nonnegative x m c (Z.of_nat k)). lra. }
  induction n as [|n IH]; intros J M; [lia|]. simpl. assert (T := term_nonnegative x m c (Z.of_nat n)).
  destruct (Z.eq_dec j (Z.of_nat n)) as [E|E].
  - subst j. assert (Q := P n). unfold term at 2. rewrite M. lra.
  - assert (I := IH ltac:(lia) M). lra.
Qed.

Lemma sum_at_most : forall x m c (n : nat) b, 0 <= b -> (forall i, (0 <= i < Z.of_nat n)%Z -> m i = true ->
  exp (x i - c) <= b) ->
  total (term x m c) n <= INR n * b.
Proof.
  intros x m c n b B H. induction n as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl.
  assert (I : total (term x m c) n <= INR n * b) by (apply IH; intros i J; apply H; lia).
  assert (T : term x m c (Z.of_nat n) <= b). { unfold term.
    destruct (m (Z.of_nat n)) eqn:E; [apply H; [lia|exact E]|exact B]. }
  lra.
Qed.

Lemma sum_between : forall x m n j, (n <= 268435456)%Z -> (0 <= j < n)%Z -> m j = true ->
  (forall i, (0 <= i < n)%Z -> m i = true -> -128 <= x i <= 128) -> bpow radix2 (-190) <= L_exponentials x m 0 n <=
    bpow radix2 218.
Proof.
  intros x m n j N J M H. change (L_exponentials x m 0 n) with (total (term x m 0) (Z.to_nat n)). split.
  - eapply Rle_trans; [|apply (sum_at_least_term x m 0 _ j); [lia|exact M]]. rewrite Rminus_0_r.
    apply exponential_between, H; assumption.
  - eapply Rle_trans; [apply (sum_at_most x m 0 _ (bpow radix2 190)); [apply bpow_ge_0|]|].
    + intros i I MI. rewrite Rminus_0_r. apply exponential_between, H; [lia|exact MI].
    + change 218%Z with (28 + 190)%Z. rewrite bpow_plus. apply Rmult_le_compat_r; [apply bpow_ge_0|].
      rewrite INR_IZR_INZ, Z2Nat.id by lia. change (bpow radix2 28) with (IZR 268435456). apply IZR_le. exact N.
Qed.

Lemma reciprocal_between : forall s, bpow radix2 (-190) <= s <= bpow radix2 218 ->
  bpow radix2 (-218) <= 1 / s <= bpow radix2 190.
Proof.
  intros s B. assert (P := bpow_gt_0 radix2 (-190)). unfold Rdiv. rewrite Rmult_1_l.
  replace (bpow radix2 (-218)) with (/ bpow radix2 218) by (symmetry; apply (bpow_opp radix2 218)).
  replace (bpow radix2 190) with (/ bpow radix2 (-190)) by (rewrite <- bpow_opp; reflexivity).
  split; apply Rinv_le_contravar; lra.
Qed.

Theorem shares_moderate : forall x m n j, (n <= 268435456)%Z -> (0 <= j < n)%Z -> m j = true ->
  (forall i, (0 <= i < n)%Z -> m i = true -> -128 <= x i <= 128) ->
  moderate (exp (x j)) /\ moderate (1 / L_exponentials x m 0 n) /\ moderate (exp (x j) * (1 / L_exponentials x m 0 n)).
Proof.
  intros x m n j N J M H. set (s := L_exponentials x m 0 n).
  assert (B : bpow radix2 (-190) <= s <= bpow radix2 218) by exact (sum_between x m n j N J M H).
  clearbody s. assert (P := bpow_gt_0 radix2 (-190)). assert (I := reciprocal_between s B).
  destruct (exponential_between (x j) (H j J M)) as (L & G). assert (P2 := bpow_gt_0 radix2 (-218)).
  set (i := 1 / s) in *. clearbody i. set (e := exp (x j)) in *. clearbody e. split; [|split].
  - split; [eapply Rle_trans; [|exact L]|eapply Rle_trans; [exact G|]]; apply bpow_le; lia.
  - split; [eapply Rle_trans; [|apply I]|eapply Rle_trans; [apply I|]]; apply bpow_le; lia.
  - split.
    + apply Rle_trans with (bpow radix2 (-190) * bpow radix2 (-218));
        [rewrite power_product; apply bpow_le; lia|apply Rmult_le_compat; lra].
    + apply Rle_trans with (bpow radix2 190 * bpow radix2 190);
        [apply Rmult_le_compat; lra|rewrite power_product; apply bpow_le; lia].
Qed.

Theorem outputs_moderate : forall x m n j q, (n <= 268435456)%Z -> (0 <= j < n)%Z -> m j = true -> modest q ->
  (forall i, (0 <= i < n)%Z -> m i = true -> -128 <= x i <= 128) -> let s := L_exponentials x m 0 n in
  s * q * (1 / s) = q /\ moderate q /\ moderate s /\ moderate (s * q) /\ moderate (1 / s).
Proof.
  intros x m n j q N J M Q H s. assert (B := sum_between x m n j N J M H). fold s in B. clearbody s.
  assert (I := reciprocal_between s B). assert (P := bpow_gt_0 radix2 (-190)). assert (P2 := bpow_gt_0 radix2 (-250)).
  split; [field; lra|]. split; [exact (modest_moderate q Q)|]. destruct Q as (Q1 & Q2). split; [|split].
  - split; [eapply Rle_trans; [|apply B]|eapply Rle_trans; [apply B|]]; apply bpow_le; lia.
  - split.
    + apply Rle_trans with (bpow radix2 (-190) * bpow radix2 (-250));
        [rewrite power_product; apply bpow_le; lia|apply Rmult_le_compat; lra].
    + apply Rle_trans with (bpow radix2 218 * bpow radix2 250);
        [apply Rmult_le_compat; lra|rewrite power_product; apply bpow_le; lia].
  - split; [eapply Rle_trans; [|apply I]|eapply Rle_trans; [apply I|]]; apply bpow_le; lia.
Qed.

Lemma exponentials_positive : forall x m c n j, (0 <= j < n)%Z -> m j = true -> 0 < L_exponentials x m c n.
Proof.
  intros x m c n j J M. apply Rlt_le_trans with (exp (x j - c)); [apply exp_pos|].
  change (L_exponentials x m c n) with (total (term x m c) (Z.to_nat n)). apply sum_at_least_term; [lia|exact M].
Qed.
