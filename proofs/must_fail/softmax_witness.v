(* softmax_witness.v - for counterexamples to narrower definitions of a softmax: two keys, whose scores are 0 and -1, of
   which no rounding but that in question is off. *)
From Coq Require Import Reals ZArith Lra Lia.
From Flocq Require Import Core.Raux.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum rescaling engine.
From Plumbline.compare Require Import rounded_sum_math.
From Plumbline.must_fail Require Import engine_witness.
Open Scope R_scope.

Definition step_down : A_seq := fun i => if (i =? 1)%Z then - (1) else 0.
Definition keeps (u t : A_seq) (step : Z) : Prop := u step = 0 /\ t step = 0.

Lemma kept : forall u t step x y, keeps u t step -> rounded_at u t step x y -> y = x.
Proof.
  intros u t step x y (U & T) H. unfold rounded_at, near_rounded in H. rewrite U, T in H. apply Rabs_le_inv in H. lra.
Qed.

Lemma sum_kept : forall u t f x c n d k r s, keeps u t ACCUMULATE -> 0 <= f ->
  P_rescaled_sum (u ACCUMULATE) (t ACCUMULATE) f x c n d k r s -> s = sum_below (fun i => c i * x i) n.
Proof.
  intros u t f x c n d k r s (U & T) F H. rewrite U, T in H.
  destruct (rescaled_sum_within _ _ _ _ _ _ _ _ _ _ (Rle_refl 0) (Rle_refl 0) F H) as (W & _).
  replace (L_growth 0 d) with 1 in W by (unfold L_growth; rewrite Rplus_0_r, pow1; reflexivity).
  apply Rabs_le_inv in W. lra.
Qed.

Lemma never_rescaled : forall slope step tiny excess count low high factor,
  P_rescaling slope step tiny excess count low high factor -> count = 0%Z /\ low = high /\ factor = 1 \/ (0 < count)%Z.
Proof. intros a b c d count low high factor H. induction H; [left; repeat split|right; lia]. Qed.

Lemma key_is_near : forall u t size high j m c y, t AHEAD = 0 -> (j = 0 \/ j = 1)%Z ->
  P_shifts_to t step_down 2 2 high -> key_computed u t step_down 2 0 high size j m c y ->
  c = 1 /\ probability u t (joining u t size 2) (step_down j) high y.
Proof.
  intros u t size high j m c y A J ((i & _ & S) & _) K. assert (L : ln 2 < 1).
  { rewrite <- (ln_exp 1). apply ln_increasing; [lra|]. assert (E := exp_ineq1 1 ltac:(lra)). lra. }
  assert (B : forall k, -1 <= step_down k <= 0) by (intro k; unfold step_down; destruct (k =? 1)%Z; lra).
  unfold ahead in S. rewrite A in S. assert (BI := B i). assert (BJ := B j).
  destruct K as [(_ & [(_ & count & N & R)|(M & C)] & P)|((F & _) & _)].
  - apply never_rescaled in R. destruct R as [(_ & M & C)|R]; [|lia]. rewrite <- M. split; [exact C|exact P].
  - rewrite <- M. split; [exact C|exact P].
  - rewrite A in F. lra.
Qed.

Lemma nothing_joined : forall u t size n, u EXPONENT = 0 -> t EXPONENT = 0 -> u RESCALING = 0 -> joining u t size n = 0.
Proof.
  intros u t size n U T R. assert (G : forall k, L_gamma_of k 0 = 0) by (intro k; unfold L_gamma_of, Rdiv; ring).
  unfold joining. rewrite U, T, R, !G. ring.
Qed.

Definition listed (a b c : R) : A_seq := fun i => if (i =? 0)%Z then a else if (i =? 1)%Z then b else c.
