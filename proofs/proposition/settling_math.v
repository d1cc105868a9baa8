(* settling_math.v - sequences that settle at a number as the number of keys grows: products, continuous functions, and
   sums that increase and stay bounded. *)
From Coq Require Import Reals ZArith Lia Lra.
From Plumbline.model Require Import sequence.
From Plumbline.number Require Import sequence_math.
Open Scope R_scope.

Definition settles (f : Z -> R) (l : R) : Prop :=
  forall bound, 0 < bound -> exists N : Z, forall t : Z, (N <= t)%Z -> (0 < t)%Z /\ Rabs (f t - l) < bound.

Lemma settles_both : forall f g l k, settles f l -> settles g k -> forall bound, 0 < bound ->
  exists N : Z, forall t : Z, (N <= t)%Z -> (0 < t)%Z /\ Rabs (f t - l) < bound /\ Rabs (g t - k) < bound.
Proof.
  intros f g l k F G b B. destruct (F b B) as [N H]. destruct (G b B) as [M K]. exists (Z.max N M). intros t T.
  destruct (H t ltac:(lia)). destruct (K t ltac:(lia)). auto.
Qed.

Lemma settles_constant : forall c, settles (fun _ => c) c.
Proof. intros c b B. exists 1%Z. intros t T. split; [lia|]. unfold Rminus. rewrite Rplus_opp_r, Rabs_R0. exact B. Qed.

Lemma settles_product : forall f g l k, settles f l -> settles g k -> settles (fun t => f t * g t) (l * k).
Proof.
  intros f g l k F G b B. set (d := Rmin 1 (b / (1 + Rabs l + Rabs k))).
  assert (PL := Rabs_pos l). assert (PK := Rabs_pos k).
  assert (Q : 0 < b / (1 + Rabs l + Rabs k)) by (apply Rdiv_lt_0_compat; lra).
  assert (D : 0 < d) by (apply Rmin_glb_lt; lra).
  destruct (settles_both f g l k F G d D) as [N H]. exists N. intros t T. destruct (H t T) as (P & U & V).
  split; [exact P|].
  set (u := f t - l) in *. set (v := g t - k) in *.
  replace (f t * g t - l * k) with (u * v + l * v + k * u) by (unfold u, v; ring).
  eapply Rle_lt_trans; [apply Rabs_triang|]. eapply Rle_lt_trans; [apply Rplus_le_compat_r, Rabs_triang|].
  rewrite !Rabs_mult.
  assert (d1 : d <= 1) by apply Rmin_l. assert (d2 : d <= b / (1 + Rabs l + Rabs k)) by apply Rmin_r.
  assert (PU := Rabs_pos u). assert (PV := Rabs_pos v).
  assert (A1 : Rabs u * Rabs v <= 1 * Rabs v) by (apply Rmult_le_compat_r; lra).
  assert (A2 : Rabs l * Rabs v <= Rabs l * d) by (apply Rmult_le_compat_l; lra).
  assert (A3 : Rabs k * Rabs u <= Rabs k * d) by (apply Rmult_le_compat_l; lra).
  assert (A4 : (1 + Rabs l + Rabs k) * d <= (1 + Rabs l + Rabs k) * (b / (1 + Rabs l + Rabs k)))
    by (apply Rmult_le_compat_l; lra).
  replace ((1 + Rabs l + Rabs k) * (b / (1 + Rabs l + Rabs k))) with b in A4 by (field; lra). lra.
Qed.

Lemma settles_continuous : forall h f l, continuity_pt h l -> settles f l -> settles (fun t => h (f t)) (h l).
Proof.
  intros h f l C F b B. destruct (C b B) as (a & A & L). destruct (F a A) as [N H]. exists N. intros t T.
  destruct (H t T) as [P Q]. split; [exact P|]. destruct (Req_dec l (f t)) as [E|E].
  - rewrite <- E. unfold Rminus. rewrite Rplus_opp_r, Rabs_R0. exact B.
  - apply (L (f t)). split; [split; [exact I|exact E]|exact Q].
Qed.

Lemma root_is_continuous : forall y q, 0 < y -> continuity_pt (fun z => Rpower z q) y.
Proof.
  intros y q Y. apply derivable_continuous_pt. exists (q * Rpower y (q - 1)). apply derivable_pt_lim_power, Y.
Qed.

Lemma increasing_sum_settles : forall f bound, (forall d, (0 <= d)%Z -> 0 < f d) ->
  (forall t, (0 <= t)%Z -> sum_below f t <= bound) ->
  exists l, 0 < l <= bound /\ settles (sum_below f) l.
Proof.
  intros f bound P B. set (u := fun n => sum_below f (Z.of_nat n)).
  assert (step : forall n, u (S n) = u n + f (Z.of_nat n)).
  { intro n. unfold u. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite Z.add_comm. apply sum_below_next. lia. }
  assert (G : Un_growing u) by (intro n; rewrite step; assert (Q := P (Z.of_nat n) ltac:(lia)); lra).
  destruct (growing_cv u G) as [l L].
  { exists bound. intros y (n & ->). apply B. lia. }
  assert (above : forall n, u n <= l) by (intro n; apply (growing_ineq u l G L)).
  exists l. split; [split|].
  - apply Rlt_le_trans with (u 1%nat); [|apply above]. rewrite step. unfold u, sum_below. simpl.
    specialize (P 0%Z ltac:(lia)). lra.
  - destruct (Rle_lt_dec l bound) as [H|H]; [exact H|]. destruct (L (l - bound) ltac:(lra)) as [N K].
    specialize (K N (le_n N)). unfold R_dist in K. assert (A := above N). rewrite Rabs_left1 in K by lra.
    assert (C := B (Z.of_nat N) ltac:(lia)). fold (u N) in C. lra.
  - intros b C. destruct (L b C) as [N K]. exists (1 + Z.of_nat N)%Z. intros t T. split; [lia|].
    specialize (K (Z.to_nat t) ltac:(lia)). unfold u, R_dist in K. rewrite Z2Nat.id in K by lia. exact K.
Qed.
