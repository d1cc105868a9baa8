(* normalised_blocks_math.v - an online softmax that is normalised after each block is one that is normalised at last:
   its output times the sum so far is a partial sum. *)
From Coq Require Import Reals ZArith List Permutation Lia Lra.
From Plumbline.model Require Import sequence rounded_sum rescaling engine normalised_blocks.
From Plumbline.compare Require Import rounded_sum_math.
From Plumbline.budget Require Import row_softmax_math.
Import ListNotations.
Open Scope R_scope.

(* a rounding of a partial sum that does not underflow is one that may *)
Lemma rounded_relatively : forall u t f x terms d a k s y, 0 <= t -> partial u t f x terms d a k s ->
  near_rounded u 0 s y -> partial u t f x terms (d + 1) (a + 1) k y.
Proof.
  intros u t f x terms d a k s y T S R. apply (partial_rounded _ _ _ _ _ _ _ _ _ _ S). unfold near_rounded in *. lra.
Qed.

(* what is rounded, times a number *)
Lemma relatively_times : forall u x y z, near_rounded u 0 x y -> near_rounded u 0 (x * z) (y * z).
Proof.
  intros u x y z R. unfold near_rounded in *. replace (y * z - x * z) with ((y - x) * z) by ring. rewrite !Rabs_mult.
  assert (B := Rmult_le_compat_r (Rabs z) _ _ (Rabs_pos z) R). lra.
Qed.

(* sums may be thought to be rescaled more often *)
Lemma nothing_scaled : forall u t f x k, 0 <= f -> (0 <= k)%Z -> partial u t f x [] 0 0 k 0.
Proof.
  intros u t f x k F K. revert k K. apply natlike_ind; [apply partial_none|]. intros k K IH.
  unfold Z.succ. assert (S := partial_scaled _ _ _ _ _ _ _ _ _ 1 IH ltac:(lra)). rewrite Rmult_0_r in S. exact S.
Qed.

Lemma rescaled_often : forall u t f x terms d a k s r, 0 <= f -> (0 <= d)%Z -> (k <= r)%Z -> (0 <= r)%Z ->
  partial u t f x terms d a k s -> partial u t f x terms d a r s.
Proof.
  intros u t f x terms d a k s r F D K R S.
  assert (J := partial_joined _ _ _ _ _ _ _ _ _ _ _ _ _ _ S (nothing_scaled u t f x r F R)).
  rewrite app_nil_r, Rplus_0_r, Z.add_0_r, (Z.max_l d 0), (Z.max_r k r) in J by assumption. exact J.
Qed.

Lemma blocks_are_sums : forall u t f x y terms depth all factors output sum, 0 <= u -> 0 <= t -> 0 <= f ->
  normalised_blocks u t f x y terms depth all factors output sum ->
  (0 <= depth)%Z /\ (0 <= factors)%Z /\ sum <> 0 /\ partial u t f x terms depth all factors (output * sum) /\
  exists d a, (0 <= d <= depth)%Z /\ (a <= all)%Z /\ partial u t f y terms d a factors sum.
Proof.
  intros u t f x y terms depth all factors output sum U T F H.
  induction H as [terms depth all values weights output V W W0 Q|terms depth all factors output sum terms' depth' all'
    values weights c kept scaled added sum' output' H (D0 & K0 & S0 & X & d & a & DD & AA & Y) V W C P1 P2 P3 P4 S1 Q].
  - destruct (proj1 (partial_gathered_within u t f x U T F) _ _ _ _ _ V) as (D & _).
    assert (R := relatively_times _ _ _ weights Q). replace (values / weights * weights) with values in R
      by (field; exact W0).
    split; [lia|]. split; [lia|]. split; [exact W0|]. split; [exact (rounded_relatively _ _ _ _ _ _ _ _ _ _ T V R)|].
    exists depth, all. split; [lia|]. split; [lia|exact W].
  - destruct (proj1 (partial_gathered_within u t f x U T F) _ _ _ _ _ V) as (D & _).
    split; [lia|]. split; [lia|]. split; [exact S1|]. split.
    + assert (A := partial_scaled _ _ _ _ _ _ _ _ _ c X C). replace (c * (output * sum)) with (c * sum * output) in A
        by ring.
      assert (B := rounded_relatively _ _ _ _ _ _ _ _ _ _ T A (relatively_times _ _ _ output P1)).
      assert (E := partial_rounded _ _ _ _ _ _ _ _ _ _ B P2).
      assert (G := partial_rounded _ _ _ _ _ _ _ _ _ _ (partial_joined _ _ _ _ _ _ _ _ _ _ _ _ _ _ E V) P3).
      assert (R := relatively_times _ _ _ sum' Q). replace (added / sum' * sum') with added in R by (field; exact S1).
      assert (I := rounded_relatively _ _ _ _ _ _ _ _ _ _ T G R).
      replace (Z.max (depth + 2) depth' + 2)%Z with (Z.max (depth + 1 + 1) depth' + 1 + 1)%Z by lia.
      replace (all + all' + 4)%Z with (all + 1 + 1 + all' + 1 + 1)%Z by ring.
      rewrite (Z.max_l (factors + 1) 0) in I by lia. exact I.
    + assert (A := partial_scaled _ _ _ _ _ _ _ _ _ c Y C).
      assert (B := rounded_relatively _ _ _ _ _ _ _ _ _ _ T A P1).
      assert (G := partial_rounded _ _ _ _ _ _ _ _ _ _ (partial_joined _ _ _ _ _ _ _ _ _ _ _ _ _ _ B W) P4).
      rewrite (Z.max_l (factors + 1) 0) in G by lia. exists (Z.max (d + 1) depth' + 1)%Z, (a + 1 + all' + 1)%Z.
      split; [lia|]. split; [lia|exact G].
Qed.

Theorem normalised_in_blocks_is_online : forall u t score v n r x, P_is_roundings u t -> (0 <= n)%Z -> (0 <= r)%Z ->
  P_normalised_in_blocks u t score v n r x -> P_online_softmax u t score v n r x.
Proof.
  intros u t score v n r x UT N R (m & c & computed & stored & summands & w & size & high & terms & depth & all &
    factors & sum & SHIFT & SIZED & KEYS & P & C & D & A & K & B). left.
  destruct (UT ACCUMULATE ltac:(lia)) as (U & T). destruct (UT RESCALING ltac:(lia)) as (F & _).
  destruct (blocks_are_sums _ _ _ _ _ _ _ _ _ _ _ U T F B) as (D0 & K0 & S0 & X & d & a & DD & AA & Y).
  exists m, c, computed, stored, summands, w, size, high, (x * sum), sum.
  split; [exact SHIFT|]. split; [exact SIZED|]. split; [exact KEYS|].
  split; [|split; [|split; [exact S0|field; exact S0]]].
  - exists depth, all. split; [exact D|]. split; [exact A|]. exists terms. split; [exact P|]. split; [exact C|].
    exact (rescaled_often _ _ _ _ _ _ _ _ _ _ F D0 K R X).
  - exists d, a. split; [lia|]. split; [lia|]. exists terms. split; [exact P|]. split; [exact C|].
    exact (rescaled_often _ _ _ _ _ _ _ _ _ _ F (proj1 DD) K R Y).
Qed.
