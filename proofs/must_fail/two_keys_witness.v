(* two_keys_witness.v - for counterexamples to narrower definitions of a probability: an online softmax of two keys,
   whose scores are 0 and -1, and of which the second has the value 1. Sums, stores and values are exact. *)
From Coq Require Import Reals ZArith Lra Lia.
From Flocq Require Import Core.Raux.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum engine.
From Plumbline.must_fail Require Import engine_witness softmax_witness.
Open Scope R_scope.

Lemma second_of_two : forall u t x, keeps u t ACCUMULATE -> keeps u t OPERAND -> keeps u t PROBABILITY ->
  t AHEAD = 0 -> 0 <= u RESCALING -> P_online_softmax u t step_down (only 1 1) 2 0 x ->
  exists size high y z, probability u t (joining u t size 2) 0 high y /\
    probability u t (joining u t size 2) (- (1)) high z /\ y + z <> 0 /\ x * (y + z) = z.
Proof.
  intros u t x A O P T R [
    (m & c & p & st & su & w & size & high & num & den & SH & _ & K & (dn & an & _ & _ & N) & (dd & ad & _ & _ & D) &
      NZ & X)|
    (p & st & su & w & size & high & den & dn & an & SH & _ & K & (dd & ad & _ & _ & D) & NZ & _ & _ & N)].
  - destruct (K 0%Z ltac:(lia)) as (K0 & S0 & U0 & W0). destruct (K 1%Z ltac:(lia)) as (K1 & S1 & U1 & W1).
    apply key_is_near in K0; [|exact T|lia|exact SH].
    apply key_is_near in K1; [|exact T|lia|exact SH].
    destruct K0 as (C0 & K0). destruct K1 as (C1 & K1).
    apply (kept _ _ _ _ _ P) in S0, S1, U0, U1. apply (kept _ _ _ _ _ O) in W0, W1.
    apply sum_kept in N; [|exact A|exact R]. apply sum_kept in D; [|exact A|exact R].
    unfold sum_below in N, D. simpl in N, D.
    rewrite C0, C1, S0, S1, W0, W1 in N. rewrite C0, C1, U0, U1 in D. unfold only in N. simpl in N.
    exists size, high, (p 0%Z), (p 1%Z). split; [exact K0|]. split; [exact K1|].
    replace (p 0%Z + p 1%Z) with den by lra. split; [exact NZ|]. rewrite X.
    replace num with (p 1%Z) by lra. field. exact NZ.
  - destruct (K 0%Z ltac:(lia)) as (K0 & U0 & (q0 & Q0 & S0) & W0).
    destruct (K 1%Z ltac:(lia)) as (K1 & U1 & (q1 & Q1 & S1) & W1).
    apply key_is_near in K0; [|exact T|lia|exact SH].
    apply key_is_near in K1; [|exact T|lia|exact SH].
    destruct K0 as (_ & K0). destruct K1 as (_ & K1).
    apply (kept _ _ _ _ _ P) in S0, S1, U0, U1. apply (kept _ _ _ _ _ O) in W0, W1.
    apply sum_kept in N; [|exact A|lra]. apply sum_kept in D; [|exact A|exact R].
    unfold sum_below in N, D. simpl in N, D.
    destruct A as (A0 & A1). unfold roundings_at in Q1. rewrite A0, A1 in Q1. apply roundings_off in Q1; [|lra].
    destruct Q1 as (_ & Q1). apply Rabs_le_inv in Q1.
    rewrite S0, S1, W0, W1 in N. rewrite U0, U1 in D. unfold only in N. simpl in N.
    exists size, high, (p 0%Z), (p 1%Z). split; [exact K0|]. split; [exact K1|].
    replace (p 0%Z + p 1%Z) with den by lra. split; [exact NZ|].
    replace x with (p 1%Z / den) by lra. field. exact NZ.
Qed.
