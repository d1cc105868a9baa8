(* row_softmax_math.v - an online softmax in a precision model is an evaluation whose weights are the exact ones with
   errors of their exponents, and whose sums are off by so much. *)
From Coq Require Import Reals ZArith List Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total rounded_sum rescaling evaluation engine.
From Plumbline.compare Require Import rounded_sum_math sums_math exponent_math mean_math softmax_math score_math.
From Plumbline.budget Require Import direct_math softmax_math.
Import ListNotations.
Open Scope R_scope.

(* what underflows apart from what is rounded *)
Lemma underflow_apart : forall e t x y, 0 <= e -> 0 <= t -> near_rounded e t x y ->
  exists z, near_rounded e 0 x z /\ Rabs (y - z) <= t.
Proof.
  unfold near_rounded. intros e t x y E T H. set (b := e * Rabs x) in *.
  assert (B : 0 <= b) by (apply Rmult_le_pos; [exact E|apply Rabs_pos]). apply Rabs_le_inv in H.
  destruct (Rle_lt_dec (y - x) (- b)) as [L|L]; [|destruct (Rle_lt_dec b (y - x)) as [G|G]].
  - exists (x - b). split; apply Rabs_le; lra.
  - exists (x + b). split; apply Rabs_le; lra.
  - exists y. split; apply Rabs_le; lra.
Qed.

(* e^(r x) is more than r roundings *)
Lemma growth_exponential : forall u k, 0 <= u -> (0 <= k)%Z -> L_growth u k <= exp (IZR k * u).
Proof.
  intros u k U K. unfold L_growth. rewrite <- (Z2Nat.id k K) at 2. rewrite <- INR_IZR_INZ.
  induction (Z.to_nat k) as [|n IH]; [simpl; rewrite Rmult_0_l, exp_0; lra|].
  rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus. simpl.
  rewrite Rmult_comm. apply Rmult_le_compat; [apply pow_le; lra|lra|exact IH|apply exp_above].
Qed.

(* ---- sums may be thought deeper than they are ---- *)

Lemma nothing_rounded : forall u t f x k, 0 <= t -> (0 <= k)%Z -> partial u t f x [] k k 0 0.
Proof.
  intros u t f x k T K. revert k K. apply natlike_ind; [apply partial_none|]. intros k K IH.
  unfold Z.succ. apply (partial_rounded _ _ _ _ _ _ _ _ _ _ IH). unfold near_rounded.
  rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
Qed.

Lemma joined_with_nothing : forall u t f x c n d all r s k, 0 <= t -> (0 <= k)%Z -> (0 <= r)%Z ->
  P_rescaled_sum u t f x c n d all r s -> P_rescaled_sum u t f x c n (Z.max d k) (all + k) r s.
Proof.
  intros u t f x c n d all r s k T K R0 (terms & P & F & S). exists terms. split; [exact P|]. split; [exact F|].
  assert (J := partial_joined _ _ _ _ _ _ _ _ _ _ _ _ _ _ S (nothing_rounded u t f x k T K)).
  rewrite app_nil_r, Rplus_0_r, (Z.max_l r 0) in J by exact R0. exact J.
Qed.

Lemma deeper : forall u t f x c n d all r s d' all', 0 <= t -> (0 <= r)%Z -> (d <= d')%Z -> (1 <= d')%Z ->
  (all + d' <= all')%Z -> P_rescaled_sum u t f x c n d all r s -> P_rescaled_sum u t f x c n d' all' r s.
Proof.
  intros u t f x c n d all r s d' all' T R0 D D1 A S.
  assert (J := joined_with_nothing u t f x c n d all r s d' T ltac:(lia) R0 S). rewrite (Z.max_r d d') in J by exact D.
  replace all' with ((all + d') + (all' - (all + d')))%Z by ring. set (k := (all' - (all + d'))%Z).
  assert (K : (0 <= k)%Z) by (unfold k; lia). clearbody k. revert k K. apply natlike_ind; [rewrite Z.add_0_r; exact J|].
  intros k K IH. assert (N := joined_with_nothing u t f x c n d' _ r s 1 T ltac:(lia) R0 IH).
  rewrite (Z.max_l d' 1) in N by exact D1. replace (all + d' + Z.succ k)%Z with (all + d' + k + 1)%Z by lia. exact N.
Qed.


(* how far a shift may be from the scores *)
Definition times_smaller (t : A_seq) : R := 8 * exp (t AHEAD).
Definition times_larger (t : A_seq) : R := 512 * exp (t BEHIND).
Lemma reach : forall t, 0 <= t AHEAD -> 0 <= t BEHIND ->
  0 <= ahead t <= 3 + t AHEAD /\ ahead t + behind t <= 2 + reached t /\ 0 <= behind t <= 6 + t BEHIND /\
  6 <= reached t /\ exp (ahead t) = times_smaller t /\ exp (behind t) <= times_larger t /\ 8 <=
    times_smaller t /\ 1 <= times_larger t.
Proof.
  intros t A0 B0.
  assert (L : ln 2 <= 5 / 7).
  { assert (D : forall x y, 0 <= y <= exp (x / 2) -> 0 <= y * y <= exp x).
    { intros x y Y. replace x with (x / 2 + x / 2) by field. rewrite exp_plus.
      split; [apply Rmult_le_pos; lra|apply Rmult_le_compat; lra]. }
    assert (E := D _ _ (D _ _ (D _ _ (D (5 / 7 / 2 / 2 / 2) (1 + 5 / 112)
      ltac:(assert (A := exp_above (5 / 7 / 2 / 2 / 2 / 2)); lra))))).
    rewrite <- (ln_exp (5 / 7)). destruct (Req_dec 2 (exp (5 / 7))) as [Q|Q]; [rewrite <- Q; lra|].
    left. apply ln_increasing; lra. }
  assert (L0 : 0 <= ln 2) by (rewrite <- ln_1; left; apply ln_increasing; lra).
  assert (P : forall k, exp (INR k * ln 2) = 2 ^ k).
  { induction k as [|k IH]; [rewrite Rmult_0_l, exp_0; reflexivity|].
    rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, IH, exp_ln by lra. simpl. ring. }
  unfold ahead, behind, reached, times_smaller, times_larger. split; [lra|]. split; [lra|]. split; [lra|]. split;
    [lra|].
  assert (P3 := P 3%nat). assert (P8 := P 8%nat). simpl in P3, P8. split; [|split; [|split]].
  - rewrite exp_plus. replace (3 * ln 2) with ((1 + 1 + 1) * ln 2) by ring. rewrite P3. ring.
  - rewrite exp_plus. apply Rmult_le_compat_r; [left; apply exp_pos|].
    rewrite exp_plus. replace (8 * ln 2) with ((1 + 1 + 1 + 1 + 1 + 1 + 1 + 1) * ln 2) by ring. rewrite P8.
    assert (E := exp_below (/ 8) ltac:(lra)). replace (/ (1 - / 8)) with (8 / 7) in E by field. lra.
  - assert (E := exp_above (t AHEAD)). lra.
  - assert (E := exp_above (t BEHIND)). lra.
Qed.

(* the steps of a model are roundings, and not so many that a bound of them breaks down *)
Definition is_model (u t : A_seq) (n r : Z) : Prop := P_is_roundings u t /\ 28 * u EXPONENT < 1 /\ u EXPONENTIAL < 1 /\
  (IZR r + 3) * u RESCALING < 1 /\ (IZR n + IZR r + 8) * u ACCUMULATE < 1.

Definition shift (u t : A_seq) (n r : Z) (size : R) : R :=
  gamma 28 (u EXPONENT) * (size + (reached t - 2)) + gamma 12 (u EXPONENT) * ln (IZR n) + (6 * IZR r + 32) * t EXPONENT.
Definition argument (u t : A_seq) (n r : Z) (size d s : R) : R :=
  d + gamma 6 (u EXPONENT) * (s + d + (size + reached t)) + shift u t n r size.
Definition exponentials (u t : A_seq) (n r : Z) : R := gamma 1 (u EXPONENTIAL) + gamma (IZR r + 3) (u RESCALING).
Definition exponent (u t : A_seq) (n r : Z) (size d s : R) : R :=
  argument u t n r size d s + u SHIFTED * (s + (size + reached t) + argument u t n r size d s) + exponentials u t n r.

Definition step (u t : A_seq) (n r : Z) : R := gamma 1 (u RESCALING) + 6 * t EXPONENT.

Lemma many_gammas : forall u t n r, is_model u t n r -> (1 <= n)%Z -> (0 <= r)%Z ->
  0 <= gamma 1 (u RESCALING) /\ (IZR r + 3) * gamma 1 (u RESCALING) <= gamma (IZR r + 3) (u RESCALING) /\
  IZR r * u RESCALING <= gamma (IZR r + 3) (u RESCALING).
Proof.
  intros u t n r model keys rescalings.
  destruct model as (UT & _ & _ & S & _). destruct (UT RESCALING ltac:(lia)) as (U & _). assert (R0 := IZR_le _ _
    rescalings).
  set (e := u RESCALING) in *. set (k := IZR r + 3) in *. assert (K : 3 <= k) by (unfold k; lra).
  assert (E1 : 1 * e <= k * e) by (apply Rmult_le_compat_r; lra). assert (KE : 0 <= k * e) by (apply Rmult_le_pos; lra).
  assert (P := gamma_plus_one 1 e ltac:(lra)). assert (Q := gamma_plus_one k e ltac:(lra)).
  assert (I : / (1 - 1 * e) <= / (1 - k * e)) by (apply Rinv_le_contravar; lra).
  assert (one : 1 <= / (1 - k * e)) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  split; [apply gamma_positive; lra|]. unfold L_gamma_of, Rdiv. split.
  - replace (k * (1 * e * / (1 - 1 * e))) with (k * e * / (1 - 1 * e)) by ring. apply Rmult_le_compat_l; assumption.
  - assert (IZR r * e <= k * e) by (apply Rmult_le_compat_r; unfold k; lra).
    assert (k * e * 1 <= k * e * / (1 - k * e)) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

(* a probability as computed: the exact score s within d of the score, its size within `size`, and the shift's *)
Lemma probability_exponent : forall u t n r small size s d score m y,
  is_model u t n r -> (1 <= n)%Z -> (0 <= r)%Z ->
  Rabs (score - s) <= d -> Rabs score <= small -> Rabs m <= small + reached t -> small <= size ->
  probability u t (joining u t small n) score m y ->
  0 <= y /\ exists tau, Rabs tau <= exponent u t n r size d (Rabs s) - (gamma 5 (u EXPONENT) *
    (2 * size + 2 + reached t) + IZR r *
    (step u t n r)) /\
    Rabs (y - exp (s - m + tau)) <= t EXPONENT.
Proof.
  intros u t n r small size s d score m y model keys rescalings D SC M SZ (a & b & x & z & off & A & B & X & Z0 & J & Y0
    & Y).
  assert (model' := model). destruct model' as (UT & S28 & SX & SR & _). destruct (UT EXPONENT ltac:(lia)) as (UE & TE).
    destruct (UT SHIFTED ltac:(lia)) as (USH & _).
  destruct (UT EXPONENTIAL ltac:(lia)) as (UX & _).
  destruct (reach t (proj2 (UT AHEAD ltac:(lia))) (proj2 (UT BEHIND ltac:(lia)))) as (_ & _ & _ & reached6 & _).
  destruct (many_gammas u t n r model keys rescalings) as (G1 & G2 &
    _). assert (R0 := IZR_le _ _ rescalings).
  assert (small0 : 0 <= small) by (eapply Rle_trans; [apply Rabs_pos|exact SC]).
  assert (LN : 0 <= ln (IZR n)).
  { rewrite <- ln_1. assert (1 <= IZR n) by (apply IZR_le, keys).
    destruct (Req_dec 1 (IZR n)) as [E|E]; [rewrite <- E; lra|left; apply ln_increasing; lra]. }
  assert (D0 : 0 <= d) by (eapply Rle_trans; [apply Rabs_pos|exact D]).
  assert (W := argument_within (u EXPONENT) (t EXPONENT) s d score m size
    (size + reached t) a b x UE TE ltac:(lra) D ltac:(lra)
    ltac:(lra) A B X).
  assert (C := shift_covers (u EXPONENT) size (ln (IZR n)) (reached t / 3) UE S28 ltac:(lra) LN ltac:(lra)).
  assert (P : forall k, 0 <= k <= 28 -> 0 <= k * u EXPONENT < 1).
  { intros k I. split; [apply Rmult_le_pos; lra|].
    assert (k * u EXPONENT <= 28 * u EXPONENT) by (apply Rmult_le_compat_r; lra). lra. }
  assert (g4 := gamma_positive 4 _ (P 4 ltac:(lra))). assert (g5 := gamma_positive 5 _ (P 5 ltac:(lra))).
  assert (g6 := gamma_positive 6 _ (P 6 ltac:(lra))).
  assert (g6' : gamma 6 (u EXPONENT) <= 6 / 22).
  { assert (Q := gamma_plus_one 6 _ (proj2 (P 6 ltac:(lra)))). assert (/ (1 - 6 * u EXPONENT) <= / (22 / 28))
      by (apply Rinv_le_contravar; lra). lra. }
  set (ge4 := gamma 4 (u EXPONENT)) in *. set (ge5 := gamma 5 (u EXPONENT)) in *.
  set (ge6 := gamma 6 (u EXPONENT)) in *. set (te := t EXPONENT) in *.
  set (near := d + ge6 * (Rabs s + d + (size + reached t)) + (1 + ge6) * (u EXPONENT * (size +
    (size + reached t)) + 8 * te)) in *.
  assert (near0 : 0 <= near) by (eapply Rle_trans; [apply Rabs_pos|exact W]).
  (* the argument with what joins, against the bound *)
  assert (JJ : joining u t small n <= ge4 * (size + ln (IZR n) + 2 * reached t) + ge5 * (2 * size + ln (IZR n) +
    2 * (ge4 * (size + ln (IZR n) + 2 * reached t))) + 20 * te + 3 * gamma 1 (u RESCALING)).
  { unfold joining. fold ge4 ge5 te. assert (ge4 * (small + ln (IZR n) + 2 * reached t) <=
    ge4 * (size + ln (IZR n) + 2 * reached t))
      by (apply Rmult_le_compat_l; lra).
    assert (ge5 * (2 * small + ln (IZR n) + 2 * (ge4 * (small + ln (IZR n) + 2 * reached t))) <=
      ge5 * (2 * size + ln (IZR n) + 2 * (ge4 * (size + ln (IZR n) + 2 * reached t))))
        by (apply Rmult_le_compat_l; lra). lra. }
  assert (te6 : ge6 * te <= 6 / 22 * te) by (apply Rmult_le_compat_r; assumption).
  assert (X28 : 0 <= gamma 28 (u EXPONENT) * (reached t / 3 - 2))
    by (apply Rmult_le_pos; [apply gamma_positive, P|]; lra).
  assert (COV : near + te + joining u t small n + (ge5 * (2 * size + 2 + reached t) + IZR r * (step u t n r)) <=
    argument u t n r size d (Rabs s) + gamma (IZR r + 3) (u RESCALING)).
  { assert (X5 : 0 <= ge5 * (reached t / 3 - 2)) by (apply Rmult_le_pos; lra).
  unfold argument, shift, step. fold ge6 te. unfold near. lra. }
  assert (argument0 : near <= argument u t n r size d (Rabs s)).
  { unfold argument, shift. fold ge6 te. unfold near.
    assert (0 <= ge5 * (2 * size + 4 * (reached t / 3))) by (apply Rmult_le_pos; lra).
    assert (0 <= ge4 * (size + ln (IZR n) + 2 * reached t)) by (apply Rmult_le_pos; lra).
    assert (0 <= ge5 * (2 * size + ln (IZR n) + 2 * (ge4 * (size + ln (IZR n) + 2 * reached t))))
      by (apply Rmult_le_pos; lra).
    assert (0 <= IZR r * te) by (apply Rmult_le_pos; lra). lra. }
  (* the difference stored *)
  assert (V : Rabs (z - (s - m)) <= near + u SHIFTED * (Rabs s + (size + reached t) + near) + te).
  { eapply Rle_trans; [apply (error_grows (u SHIFTED) te near (s - m) x z USH W Z0)|].
    assert (Rabs (s - m) <= Rabs s + (size + reached t))
      by (eapply Rle_trans; [apply Rabs_triang|rewrite Rabs_Ropp; lra]).
    assert (u SHIFTED * (Rabs (s - m) + near) <= u SHIFTED * (Rabs s + (size + reached t) + near))
      by (apply Rmult_le_compat_l; lra). lra. }
  assert (V2 : u SHIFTED * (Rabs s + (size + reached t) + near) <=
    u SHIFTED * (Rabs s + (size + reached t) + argument u t n r size d (Rabs s)))
    by (apply Rmult_le_compat_l; lra).
  (* the exponential *)
  destruct (underflow_apart _ _ _ _ UX TE Y) as (p & P1 & P2). unfold near_rounded in P1. rewrite Rplus_0_r in P1.
  destruct (factor_exponent _ _ _ (conj UX SX) P1) as (nu & N1 & N2).
  split; [exact Y0|]. exists ((z - (s - m)) + off + nu). split.
  - eapply Rle_trans; [apply Rabs_triang|]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang|].
    unfold exponent, exponentials. lra.
  - replace (s - m + (z - (s - m) + off + nu)) with ((z + off) + nu) by ring. rewrite exp_plus, <- N1. exact P2.
Qed.

(* what is left of a key far below, exactly and as computed *)
Definition left_over : R := (/ 2) ^ 80.

Lemma left_over_small : 0 < left_over /\ exp (- 128) <= left_over.
Proof.
  unfold left_over. split; [apply pow_lt; lra|].
  assert (E : 2 <= exp 1) by (assert (A := exp_ineq1_le 1); lra).
  replace (-128) with (- INR 128) by (rewrite INR_IZR_INZ; simpl; ring). rewrite exp_Ropp.
  replace (INR 128) with (INR 128 * 1) by ring. rewrite <- (Rmult_1_r (INR 128 * 1)).
  assert (P : forall k, 2 ^ k <= exp (INR k)).
  { induction k as [|k IH]; [simpl; rewrite exp_0; lra|]. rewrite S_INR, exp_plus. simpl.
    rewrite Rmult_comm. apply Rmult_le_compat; [apply pow_le; lra|lra|exact IH|exact E]. }
  specialize (P 128%nat). replace (INR 128 * 1 * 1) with (INR 128) by ring.
  assert (Q : 2 ^ 80 <= 2 ^ 128) by (apply Rle_pow; [lra|lia]). assert (Z : 0 < 2 ^ 80) by (apply pow_lt; lra).
  rewrite pow_inv. apply Rinv_le_contravar; lra.
Qed.

Lemma far_exponential : forall x, x <= - 128 -> 0 <= exp x <= left_over.
Proof.
  intros x X. split; [left; apply exp_pos|]. destruct left_over_small as (_ & E).
  eapply Rle_trans; [apply exp_monotone, X|exact E].
Qed.

(* the errors of the two sums, where no exponent is off by more than `most` and the values sum to `total` in size *)
Definition gain (u t : A_seq) (n r : Z) (most : R) : R := (1 + gamma (IZR n + IZR r + 8) (u ACCUMULATE)) * exp (5 *
  most).
Definition own_lost (u t : A_seq) (n r : Z) : R :=
  (1 + u PROBABILITY) * (t PROBABILITY + times_larger t * ((IZR r + 1) * t EXPONENT) + 2 * left_over).
Definition own_tiny (u t : A_seq) (n r : Z) : R := 3 * (IZR n + IZR r + 8) * t ACCUMULATE.
Definition lost (u t : A_seq) (n r : Z) : R := times_smaller t * own_lost u t n r.
Definition sum_tiny (u t : A_seq) (n r : Z) : R := times_smaller t * own_tiny u t n r.
Definition numerator_relative (u t : A_seq) (n r : Z) : R := compound (compound (u PROBABILITY) (u OPERAND))
  (gamma (IZR n + IZR r + 8) (u ACCUMULATE)).
Definition denominator_relative (u t : A_seq) (n r : Z) : R := compound (u PROBABILITY) (gamma (IZR n + IZR r + 8) (u
  ACCUMULATE)).
Definition dividing (u t : A_seq) (n r : Z) : R :=
  (1 + gamma (IZR n + IZR r + 8) (u ACCUMULATE)) * (1 + IZR n * lost u t n r + sum_tiny u t n r).
Definition lost_quotient (u t : A_seq) (n r : Z) : R :=
  lost u t n r + (1 + u PROBABILITY) * (4 * (1 + u PROBABILITY) * t ACCUMULATE).
Definition numerator_absolute (u t : A_seq) (n r : Z) (most total : R) : R := gain u t n r most * dividing u t n r *
  (lost_quotient u t n r * ((1 + u OPERAND) * total + IZR n * t OPERAND) +
   (1 + u PROBABILITY) * (sum_tiny u t n r + t OPERAND)).
Definition denominator_absolute (u t : A_seq) (n r : Z) (most : R) : R := gain u t n r most * (IZR n * (lost u t n r) +
  (sum_tiny u t n r)).

Lemma lost_positive : forall u t n r, P_is_roundings u t -> (1 <= n)%Z -> (0 <= r)%Z ->
  0 <= own_lost u t n r /\ 0 <= own_tiny u t n r /\ own_lost u t n r <= lost u t n r /\
  own_tiny u t n r <= sum_tiny u t n r.
Proof.
  intros u t n r UT keys rescalings. destruct (UT EXPONENT ltac:(lia)) as (_ & TE).
  destruct (UT PROBABILITY ltac:(lia)) as (UP & TP). destruct (UT ACCUMULATE ltac:(lia)) as (_ & TA).
  assert (R0 := IZR_le _ _ rescalings). assert (n1 := IZR_le _ _ keys). destruct left_over_small.
  destruct (reach t (proj2 (UT AHEAD ltac:(lia))) (proj2 (UT BEHIND ltac:(lia))))
    as (_ & _ & _ & _ & _ & _ & smaller8 & larger1).
  assert (own0 : 0 <= own_lost u t n r /\ 0 <= own_tiny u t n r).
  { unfold own_lost, own_tiny. assert (0 <= (IZR r + 1) * t EXPONENT) by (apply Rmult_le_pos; lra).
    assert (0 <= times_larger t * ((IZR r + 1) * t EXPONENT)) by (apply Rmult_le_pos; lra).
    split; repeat apply Rmult_le_pos; lra. }
  destruct own0 as (own0 & own1). split; [exact own0|]. split; [exact own1|]. unfold lost, sum_tiny.
  split; [rewrite <- (Rmult_1_l (own_lost _ _ _ _)) at 1|rewrite <- (Rmult_1_l (own_tiny _ _ _ _)) at 1];
    apply Rmult_le_compat_r; lra.
Qed.

(* what underflows where nothing is divided before it multiplies a value *)
Lemma undivided_within : forall u t n r most total, is_model u t n r -> (1 <= n)%Z -> (0 <= r)%Z -> 0 <= total ->
  gain u t n r most * (lost u t n r * ((1 + u OPERAND) * total + IZR n * t OPERAND) + sum_tiny u t n r +
    (1 + u PROBABILITY) * t OPERAND) <= numerator_absolute u t n r most total.
Proof.
  intros u t n r most total (UT & _ & _ & _ & SA) keys rescalings V. unfold numerator_absolute, dividing, lost_quotient.
  destruct (UT EXPONENT ltac:(lia)) as (_ & TE). destruct (UT PROBABILITY ltac:(lia)) as (UP & TP).
  destruct (UT OPERAND ltac:(lia)) as (UO & TO). destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA).
  assert (R0 := IZR_le _ _ rescalings). assert (n1 := IZR_le _ _ keys).
  assert (ga0 : 0 <= gamma (IZR n + IZR r + 8) (u ACCUMULATE))
    by (apply gamma_positive; split; [apply Rmult_le_pos; lra|exact SA]).
  destruct (lost_positive u t n r UT keys rescalings) as (own0 & own1 & lost1 & tiny1).
  assert (lost0 : 0 <= lost u t n r) by lra. assert (tiny0 : 0 <= sum_tiny u t n r) by lra.
  assert (gain0 : 0 <= gain u t n r most) by (unfold gain; apply Rmult_le_pos; [lra|left; apply exp_pos]).
  set (values := (1 + u OPERAND) * total + IZR n * t OPERAND).
  assert (values0 : 0 <= values) by (unfold values; assert (0 <= (1 + u OPERAND) * total)
    by (apply Rmult_le_pos; lra); assert (0 <= IZR n * t OPERAND) by (apply Rmult_le_pos; lra); lra).
  set (l := lost u t n r) in *. set (y := sum_tiny u t n r) in *. set (ga := gamma _ _) in *.
  assert (NL : 0 <= IZR n * l) by (apply Rmult_le_pos; lra).
  rewrite Rmult_assoc. apply Rmult_le_compat_l; [exact gain0|].
  assert (Q : 0 <= (1 + u PROBABILITY) * (4 * (1 + u PROBABILITY) * t ACCUMULATE))
    by (repeat apply Rmult_le_pos; lra).
  assert (A : l * values <= (l + (1 + u PROBABILITY) * (4 * (1 + u PROBABILITY) * t ACCUMULATE)) * values)
    by (apply Rmult_le_compat_r; lra).
  assert (B : 0 <= u PROBABILITY * y) by (apply Rmult_le_pos; assumption).
  assert (A0 : 0 <= l * values) by (apply Rmult_le_pos; assumption).
  assert (C : 0 <= u PROBABILITY * t OPERAND) by (apply Rmult_le_pos; assumption).
  assert (one : 1 <= (1 + ga) * (1 + IZR n * l + y)).
  { rewrite <- (Rmult_1_l 1) at 1. apply Rmult_le_compat; lra. }
  rewrite <- (Rmult_1_l (l * values + y + _)). apply Rmult_le_compat; lra.
Qed.

(* an exponent is off by no less than its score, and than what rescalings leave *)
Lemma exponent_grows : forall u t n r size d s, is_model u t n r -> (1 <= n)%Z -> (0 <= r)%Z ->
  0 <= d -> 0 <= s -> 0 <= size ->
  d <= exponent u t n r size d s /\
  gamma (IZR r + 3) (u RESCALING) + 6 * IZR r * t EXPONENT <= exponent u t n r size d s.
Proof.
  intros u t n r size d s model keys rescalings d0 s0 SZ. assert (model' := model).
  destruct model' as (UT & S28 & SX & SR & _). destruct (UT EXPONENT ltac:(lia)) as (UE & TE).
  destruct (UT SHIFTED ltac:(lia)) as (USH & _). destruct (UT EXPONENTIAL ltac:(lia)) as (UX & _).
  destruct (reach t (proj2 (UT AHEAD ltac:(lia))) (proj2 (UT BEHIND ltac:(lia)))) as (_ & _ & _ & reached6 & _).
  destruct (many_gammas u t n r model keys rescalings) as (G1 & G2 & _).
  assert (R0 := IZR_le _ _ rescalings). assert (n1 := IZR_le _ _ keys).
  assert (G : forall k, 0 <= k <= 28 -> 0 <= gamma k (u EXPONENT)).
  { intros k I. apply gamma_positive. split; [apply Rmult_le_pos; lra|].
    assert (k * u EXPONENT <= 28 * u EXPONENT) by (apply Rmult_le_compat_r; lra). lra. }
  assert (LN : 0 <= ln (IZR n)).
  { rewrite <- ln_1. destruct (Req_dec 1 (IZR n)) as [E|E]; [rewrite <- E; lra|left; apply ln_increasing; lra]. }
  assert (X6 : 0 <= gamma 6 (u EXPONENT) * (s + d + (size + reached t))) by (apply Rmult_le_pos; [apply G|]; lra).
  assert (X28 : 0 <= gamma 28 (u EXPONENT) * (size + (reached t - 2))) by (apply Rmult_le_pos; [apply G|]; lra).
  assert (X12 : 0 <= gamma 12 (u EXPONENT) * ln (IZR n)) by (apply Rmult_le_pos; [apply G|]; lra).
  assert (XT : 0 <= IZR r * t EXPONENT) by (apply Rmult_le_pos; lra).
  assert (AR : d + 6 * IZR r * t EXPONENT <= argument u t n r size d s) by (unfold argument, shift; lra).
  assert (XS : 0 <= u SHIFTED * (s + (size + reached t) + argument u t n r size d s)) by (apply Rmult_le_pos; lra).
  assert (XX : 0 <= gamma 1 (u EXPONENTIAL)) by (apply gamma_positive; lra).
  assert (XR : 0 <= (IZR r + 3) * gamma 1 (u RESCALING)) by (apply Rmult_le_pos; lra).
  unfold exponent, exponentials. lra.
Qed.

(* what an exponent is off by: nothing, where the key is known to be far below the others *)
Definition exponent_of (u t : A_seq) (n r : Z) (s d : A_seq) (fallen : Z -> bool) (size : R) (j : Z) : R :=
  if fallen j then 0 else exponent u t n r size (d j) (Rabs (s j)).

(* a number given by an engine is an evaluation of the row, with what its exponents and its two sums are off by *)
Definition row_evaluates (u t : A_seq) (n r : Z) (s d v : A_seq) (fallen : Z -> bool) (everything : A_subset)
    (size most x : R) : Prop :=
  exists p theta : A_seq, (forall j, 0 <= p j /\ p j = weight s n j * exp (theta j)) /\
    (forall j, key n j -> Rabs (theta j) <= exponent u t n r size (d j) (Rabs (s j)) /\
      (fallen j = true -> theta j = 0)) /\
    P_evaluates p v everything n (numerator_relative u t n r)
      (numerator_absolute u t n r most (sum_below (fun j => Rabs (v j)) n))
      (denominator_relative u t n r) (denominator_absolute u t n r most) x.

Lemma exponent_of_nothing : forall u t n r s d fallen size (theta : A_seq) j,
  d j <= exponent u t n r size (d j) (Rabs (s j)) -> 0 <= d j ->
  Rabs (theta j) <= exponent_of u t n r s d fallen size j ->
  Rabs (theta j) <= exponent u t n r size (d j) (Rabs (s j)) /\ (fallen j = true -> theta j = 0).
Proof.
  intros u t n r s d fallen size theta j E D T. unfold exponent_of in T.
  destruct (fallen j); [|split; [lra|discriminate]].
  assert (A := Rabs_pos (theta j)). split; [lra|]. intros _. apply Rabs_le_inv in T. lra.
Qed.

(* scores as computed that are off by d; those of keys not known to be far below any last shift are at most `size`, and
   their exponents off by no more than `most` *)
Definition scores_within (u t : A_seq) (n r : Z) (s d score : A_seq) (fallen : Z -> bool) (size most : R) : Prop :=
  forall j, key n j -> Rabs (score j - s j) <= d j /\
    (fallen j = true -> 28 * u EXPONENT * (size + reached t) <= 8 /\ forall high, P_shifts_to t score n 2 high ->
       s j + d j + 128 + t AHEAD <= high /\
       exists k, key n k /\ fallen k = false /\ (score k <= high + behind t \/ high = 0)) /\
    (fallen j = false -> Rabs (s j) + d j <= size /\ exponent u t n r size (d j) (Rabs (s j)) <= most).

(* a key far below weighs next to nothing, whatever it is rescaled by *)
Lemma far_weighs : forall e te f r top u t s high theta off c pe q y, 0 <= e -> 0 <= te -> 0 <= f -> 0 <= u ->
  0 <= t -> 0 <= top -> (0 <= r)%Z -> Rabs theta <= off -> s - high + theta <= - 128 -> 0 <= c <= L_growth f r ->
  0 <= pe -> c * pe <= left_over + (IZR r + 1) * te -> Rabs (q - pe) <= u * pe + t -> Rabs (y - pe) <= u * pe + t ->
  weighs u (lost_weight e te f r top u (t + 2 * left_over)) off s high c q y.
Proof.
  intros e te f r top u t s high theta off c pe q y E TE F U T TOP R B FAR (C0 & C1) P L Q Y.
  destruct left_over_small as (L0 & _). assert (X := far_exponential _ FAR). set (x := exp (s - high + theta)) in *.
  split; [exact C0|]. exists theta. split; [exact B|]. fold x.
  assert (UX : 0 <= u * x) by (apply Rmult_le_pos; lra). assert (R0 := IZR_le _ _ R).
  assert (LOST : (1 + u) * (2 * left_over + (IZR r + 1) * te) + L_growth f r * t <=
    lost_weight e te f r top u (t + 2 * left_over)).
  { unfold lost_weight. set (g := L_growth f r) in *. assert (G1 : 1 <= g) by (apply growth_least; exact F).
    assert (X1 : 1 <= exp (IZR r * e + top)).
    { rewrite <- exp_0. apply exp_monotone. assert (0 <= IZR r * e) by (apply Rmult_le_pos; lra). lra. }
    set (z := exp (IZR r * e + top)) in *.
    assert (RT : 0 <= (IZR r + 1) * te) by (apply Rmult_le_pos; lra).
    assert (RZ : (IZR r + 1) * te * 1 <= (IZR r + 1) * te * z) by (apply Rmult_le_compat_l; lra).
    set (lost := 2 * left_over + (IZR r + 1) * te) in *. assert (B0 : 0 <= lost) by (unfold lost; lra).
    apply Rle_trans with ((1 + u) * (g * (t + lost))).
    - assert (UT : 0 <= u * (g * t)) by (repeat apply Rmult_le_pos; lra).
      assert (lost * 1 <= lost * g) by (apply Rmult_le_compat_l; lra).
      assert (u * lost * 1 <= u * lost * g) by (apply Rmult_le_compat_l; [apply Rmult_le_pos|]; lra). lra.
    - apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra|]. unfold lost. lra. }
  assert (UL0 : 0 <= u * left_over) by (apply Rmult_le_pos; lra).
  assert (RT : 0 <= (IZR r + 1) * te) by (apply Rmult_le_pos; lra). set (under := (IZR r + 1) * te) in *.
  assert (W : forall z, Rabs (z - pe) <= u * pe + t ->
    Rabs (c * z - x) <= u * x + lost_weight e te f r top u (t + 2 * left_over)).
  { intros z Z. apply Rabs_le_inv in Z.
    assert (CT : c * t <= L_growth f r * t) by (apply Rmult_le_compat_r; assumption).
    assert (UL : u * (c * pe) <= u * (left_over + under)) by (apply Rmult_le_compat_l; assumption).
    assert (CP : 0 <= c * pe) by (apply Rmult_le_pos; assumption).
    assert (UP : 0 <= u * (c * pe)) by (apply Rmult_le_pos; assumption).
    assert (Z1 : c * z <= c * (pe + (u * pe + t))) by (apply Rmult_le_compat_l; lra).
    assert (Z2 : c * (pe - (u * pe + t)) <= c * z) by (apply Rmult_le_compat_l; lra).
    apply Rabs_le. lra. }
  split; apply W; assumption.
Qed.

(* the shift is no farther above the largest score of keys that are not known to be far below it *)
Lemma reached_is_not_fallen : forall u t n r s d score fallen size most high i,
  P_is_roundings u t -> scores_within u t n r s d score fallen size most -> P_shifts_to t score n 2 high -> key n i ->
  high <= score i + ahead t -> fallen i = false /\ ~ is_far u t score high i.
Proof.
  intros u t n r s d score fallen size most high i UT H SHIFT I L.
  destruct (reach t (proj2 (UT AHEAD ltac:(lia))) (proj2 (UT BEHIND ltac:(lia)))) as ((_ & A) & _). split.
  - destruct (fallen i) eqn:FI; [|reflexivity]. destruct (H i I) as (D & C & _).
    destruct (proj2 (C FI) high SHIFT) as (F & _). apply Rabs_le_inv in D. lra.
  - unfold is_far. lra.
Qed.

(* a key near the last shift is not known to be far below it *)
Lemma near_is_not_fallen : forall u t n r s d score fallen size most high j,
  P_is_roundings u t -> scores_within u t n r s d score fallen size most -> P_shifts_to t score n 2 high -> key n j ->
  ~ is_far u t score high j -> fallen j = false.
Proof.
  intros u t n r s d score fallen size most high j UT H SHIFT J NF. destruct (fallen j) eqn:FJ; [|reflexivity].
  destruct (H j J) as (B & C & _). destruct (C FJ) as (U8 & F). destruct (F high SHIFT) as (FAR & k & K & FK & LOW).
  exfalso. apply NF. destruct (UT EXPONENT ltac:(lia)) as (U & _). destruct (UT AHEAD ltac:(lia)) as (_ & TA).
  destruct (UT BEHIND ltac:(lia)) as (_ & TB). destruct (reach t TA TB) as ((A0 & A3) & A & (A1 & A2) & R6 & _).
  destruct SHIFT as ((i & I & HI) & REST).
  assert (bounded : forall l, key n l -> fallen l = false -> - size <= score l <= size).
  { intros l L FL. destruct (H l L) as (BL & _ & SL). destruct (SL FL) as (SZ & _). apply Rabs_le_inv.
    replace (score l) with ((score l - s l) + s l) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  destruct (reached_is_not_fallen u t n r s d score fallen size most high i UT H
    (conj (ex_intro _ i (conj I HI)) REST) I HI) as (FI & _).
  assert (BI := bounded i I FI). assert (BK := bounded k K FK).
  unfold is_far. split; [apply Rabs_le_inv in B; lra|].
  eapply Rle_trans; [|exact U8]. apply Rmult_le_compat_l; [lra|]. apply Rabs_le. unfold reached in *. destruct LOW; lra.
Qed.

(* what a row knows of the keys that are not far below its last shift: their scores are no larger than the size, and
   their exponents err by no more than the most; and of the shift, that it is no larger in size than they are, but for
   6, and that some score is near it *)
Lemma near_keys : forall u t n r s d score fallen size most high small,
  is_model u t n r -> (1 <= n)%Z -> (0 <= r)%Z ->
  scores_within u t n r s d score fallen size most -> P_shifts_to t score n 2 high -> sized u t score n high small ->
  (forall j, key n j -> ~ is_far u t score high j -> fallen j = false) /\
  (exists i, key n i /\ fallen i = false /\ high <= score i + ahead t) /\
  (forall j, key n j -> fallen j = false -> Rabs (score j) <= size) /\ 0 <= small <= size /\
  Rabs high <= small + reached t /\
  (forall j, key n j -> d j <= exponent u t n r size (d j) (Rabs (s j)) /\ 0 <= d j /\
    gamma (IZR r + 3) (u RESCALING) + 6 * IZR r * t EXPONENT <= exponent u t n r size (d j) (Rabs (s j))) /\
  (forall j, key n j -> fallen j = false -> exponent u t n r size (d j) (Rabs (s j)) <= most) /\ 0 <= most.
Proof.
  intros u t n r s d score fallen size most high small model keys rescalings H SHIFT
    (SMALL & (largest & LG & LN & LS) & HS).
  assert (near : forall j, key n j -> ~ is_far u t score high j -> fallen j = false).
  { intros j J NF. exact (near_is_not_fallen u t n r s d score fallen size most high j (proj1 model) H SHIFT J NF). }
  assert (bounded : forall j, key n j -> fallen j = false -> Rabs (score j) <= size).
  { intros j J FJ. destruct (H j J) as (B & _ & C). destruct (C FJ) as (E & _).
    replace (score j) with ((score j - s j) + s j) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (SIZES : 0 <= small <= size).
  { rewrite <- LS. split; [apply Rabs_pos|apply bounded; [exact LG|apply near; [exact LG|exact LN]]]. }
  assert (grows : forall j, key n j -> d j <= exponent u t n r size (d j) (Rabs (s j)) /\ 0 <= d j /\
    gamma (IZR r + 3) (u RESCALING) + 6 * IZR r * t EXPONENT <= exponent u t n r size (d j) (Rabs (s j))).
  { intros j J. destruct (H j J) as (B & _). assert (d0 : 0 <= d j) by (eapply Rle_trans; [apply Rabs_pos|exact B]).
    destruct (exponent_grows u t n r size (d j) (Rabs (s j)) model keys rescalings d0 (Rabs_pos _) ltac:(lra)). auto. }
  assert (within : forall j, key n j -> fallen j = false -> exponent u t n r size (d j) (Rabs (s j)) <= most).
  { intros j J FJ. destruct (H j J) as (_ & _ & C). apply (C FJ). }
  assert (SHIFT' := SHIFT). destruct SHIFT' as ((i & I & HI) & _).
  destruct (reached_is_not_fallen u t n r s d score fallen size most high i (proj1 model) H SHIFT I HI) as (FI & _).
  assert (most0 : 0 <= most) by (assert (B := within i I FI); destruct (grows i I); lra).
  exact (conj near (conj (ex_intro _ i (conj I (conj FI HI))) (conj bounded (conj SIZES (conj HS (conj grows
    (conj within most0))))))).
Qed.

Theorem rescaled_softmax_evaluates : forall u t n r (s d score v : A_seq) fallen (everything : A_subset) size most x,
  is_model u t n r -> (1 <= n)%Z -> (0 <= r)%Z ->
  (forall j, key n j -> everything j = true) -> scores_within u t n r s d score fallen size most ->
  rescaled_softmax u t score v n r x -> row_evaluates u t n r s d v fallen everything size most x.
Proof.
  intros u t n r s d score v fallen everything size most x model keys rescalings V H
    (m & c & computed & stored & summands & w & small & high & numerator & denominator & SHIFT & SIZED & K &
     (depth & all & D & A & N) & (depth' & all' & D' & A' & Y) & Y0 & X).
  assert (model' := model). destruct model' as (UT & S28 & SX & SR & SA).
  destruct (UT EXPONENT ltac:(lia)) as (UE & TE). destruct (UT RESCALING ltac:(lia)) as (URE & _). destruct (UT
    PROBABILITY ltac:(lia)) as (UP & TP).
  destruct (UT OPERAND ltac:(lia)) as (UO & TO). destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA).
  destruct (many_gammas u t n r model keys rescalings) as (G1 & G2 & G3). assert (R0 := IZR_le _ _ rescalings). assert
    (n1 := IZR_le _ _ keys).
  destruct (near_keys u t n r s d score fallen size most high small model keys rescalings H SHIFT SIZED)
    as (near & (top & LA & FL & HT) & bounded & (small0 & SS) & HS & grows & within & most0).
  assert (SMALL := proj1 SIZED). destruct (UT AHEAD ltac:(lia)) as (_ & TAH). destruct (UT BEHIND ltac:(lia))
    as (_ & TBE).
  destruct (reach t TAH TBE) as ((ahead0 & ahead1) & apart & (behind0 & behind6) & reached6 & E8 & E512 & smaller8 &
    larger1).
  assert (fits : behind t <= reached t) by (unfold reached; lra).
  assert (size0 : 0 <= size) by lra.
  set (g := gamma 5 (u EXPONENT)) in *.
  assert (g0 : 0 <= g <= 1).
  { assert (0 <= 5 * u EXPONENT) by lra. split; [apply gamma_positive; lra|].
    assert (Q := gamma_plus_one 5 (u EXPONENT) ltac:(lra)). assert (/ (1 - 5 * u EXPONENT) <= / (23 / 28))
      by (apply Rinv_le_contravar; lra). fold g in Q. lra. }
  assert (step0 : 0 <= (step u t n r)) by (unfold step; lra).
  set (bound := fun j => exponent u t n r size (d j) (Rabs (s j)) - (g * (2 * size + 2 + reached t) + IZR r *
    (step u t n r))).
  assert (travel0 : 0 <= g * (2 * size + 2 + reached t) + IZR r * (step u t n r)).
  { assert (0 <= g * (2 * size + 2 + reached t)) by (apply Rmult_le_pos; lra). assert (0 <=
    IZR r * (step u t n r)) by (apply
    Rmult_le_pos; lra).
    lra. }
  assert (EX : 1 <= times_smaller t * exp most * sum_below (fun j => exp (s j - high)) n).
  { rewrite <- E8, <- exp_plus. apply (excess_suffices s n top); [exact LA|]. destruct (H top LA) as (B & _).
    assert (C := within top LA FL). destruct (grows top LA). apply Rabs_le_inv in B. lra. }
  (* both sums may be as deep as allowed *)
  set (steps := (n + r + 8)%Z) in *. assert (steps1 : (1 <= steps)%Z) by (unfold steps; lia).
  assert (N' := deeper _ _ _ _ _ _ _ all _ _ steps (3 * steps) TA rescalings D steps1 ltac:(lia) N).
  assert (Y' := deeper _ _ _ _ _ _ _ all' _ _ steps (3 * steps) TA rescalings D' steps1 ltac:(lia) Y).
  assert (ST : IZR steps = IZR n + IZR r + 8) by (unfold steps; rewrite !plus_IZR; ring).
  assert (GA := growth_gamma (u ACCUMULATE) steps UA ltac:(lia) ltac:(rewrite ST; exact SA)). rewrite ST in GA.
  assert (G0 := growth_least (u ACCUMULATE) steps UA).
  assert (UT' : u RESCALING < 1).
  { assert (3 * u RESCALING <= (IZR r + 3) * u RESCALING) by (apply Rmult_le_compat_r; lra). lra. }
  set (off := exponent_of u t n r s d fallen size).
  assert (OFF : forall j, fallen j = false -> off j = bound j + (g * (2 * size + 2 + reached t) + IZR r * step u t n
    r)).
  { intros j FJ. unfold off, exponent_of, bound. rewrite FJ. ring. }
  assert (OM : forall j, key n j -> off j <= most).
  { intros j J. unfold off, exponent_of. destruct (fallen j) eqn:FJ; [exact most0|apply within; assumption]. }
  destruct left_over_small as (LO & _). set (tp := t PROBABILITY + 2 * left_over).
  assert (TP' : 0 <= tp) by (unfold tp; lra).
  assert (LP : 0 <= lost_weight (step u t n r) (t EXPONENT) (u RESCALING) r (2 * most + behind t) (u PROBABILITY) tp)
    by (apply lost_weight_positive; assumption).
  assert (KEYS : forall j, key n j -> Rabs (w j - v j) <= u OPERAND * Rabs (v j) + t OPERAND /\
    weighs (u PROBABILITY)
      (lost_weight (step u t n r) (t EXPONENT) (u RESCALING) r (2 * most + behind t) (u PROBABILITY) tp)
      (off j) (s j) high (c j) (stored j) (summands j)).
  { intros j J. destruct (K j J) as (KC & S1 & S2 & W). destruct (H j J) as (B & FALLEN & _). split; [exact W|].
    unfold rounded_at, near_rounded in S1, S2.
    destruct KC as [(NF & A0 & P)|(FJ & CR & C0 & CP)].
    - assert (FJ := near j J NF). rewrite (OFF j FJ). assert (SJ := SMALL j J NF).
      assert (UP' : m j <= high).
      { destruct A0 as [(_ & count & _ & C2)|(ME & _)]; [|lra]. apply (rescaling_bounds _ _ _ _ _ _ _ _ C2). }
      assert (SM : - small - reached t <= m j).
      { destruct A0 as [(L & _)|(ME & _)]; [unfold P_in_reach in L; apply Rabs_le_inv in SJ; lra|].
        rewrite ME. apply Rabs_le_inv in HS. lra. }
      assert (RM : Rabs (m j) <= small + reached t) by (apply Rabs_le; apply Rabs_le_inv in HS; lra).
      destruct (probability_exponent u t n r small size (s j) (d j) (score j) (m j) (computed j) model keys rescalings B
        SJ RM SS P) as (C0 & tau & T1 & T2). fold g (bound j) in T1.
      rewrite (Rabs_pos_eq (computed j) C0) in S1, S2. destruct (grows j J) as (E & _). assert (C := within j J FJ).
      destruct A0 as [(L & count & C1 & C2)|(ME & CE)].
      + unfold P_in_reach in L.
        apply (one_key_weighs g (step u t n r) (t EXPONENT) (u RESCALING) r (s j) high (2 * size + 2 + reached t)
          (2 * most + behind t) (u PROBABILITY) tp (m j) (c j) tau (computed j)); try assumption; try lra.
        split; [exists count; split; assumption|].
        split; [assert (Q := bounded top LA FL); apply Rabs_le_inv in Q; apply Rabs_le_inv in SJ; lra|].
        split; [apply Rabs_le_inv in B; apply Rabs_le_inv in T1; unfold bound in T1; lra|].
        split; [exact C0|]. split; [exact T2|]. unfold tp. split; lra.
      + rewrite ME in T2. rewrite CE. apply (unrescaled_weighs g (step u t n r) (t EXPONENT) (u RESCALING) r (s j)
          high (2 * size + 2 + reached t) (2 * most + behind t) (u PROBABILITY) tp tau
            (computed j)); try assumption; unfold tp; lra.
    - rewrite (Rabs_pos_eq (computed j) C0) in S1, S2. unfold is_far in FJ.
      unfold off, exponent_of. destruct (fallen j) eqn:FB.
      + apply (far_weighs _ _ _ _ _ _ _ _ _ 0 _ _ (computed j)); try assumption; try lra.
        * rewrite Rabs_R0. lra.
        * destruct (proj2 (FALLEN eq_refl) high SHIFT) as (Q & _).
          assert (0 <= d j) by (eapply Rle_trans; [apply Rabs_pos|exact B]). lra.
      + apply (far_weighs _ _ _ _ _ _ _ _ _ (score j - s j) _ _ (computed j)); try assumption; try lra.
        destruct (grows j J) as (E & _). lra. }
  destruct (weighed_softmax_evaluates n s off v w stored summands c everything high r (u PROBABILITY)
    (u OPERAND) (t OPERAND) (u ACCUMULATE) (t ACCUMULATE) (u RESCALING) steps (3 * steps) numerator denominator
    (times_smaller t * exp most) (lost_weight (step u t n r) (t EXPONENT) (u RESCALING) r (2 * most + behind t)
      (u PROBABILITY) tp)
    UP UO TO UA TA URE LP keys V KEYS N' Y' EX Y0) as (p & theta & P & T & E).
  rewrite X. exists p, theta. split; [exact P|]. split.
  { intros j J. exact (exponent_of_nothing u t n r s d fallen size theta j (proj1 (grows j J))
      (proj1 (proj2 (grows j J))) (T j J)). }
  destruct E as (a & b & Q & EA & EB). exists a, b. split; [exact Q|].
  set (V0 := sum_below (fun j => Rabs (v j)) n) in *.
  assert (V0p : 0 <= V0) by (apply sum_positive; intros; apply Rabs_pos).
  assert (PA : 0 <= L_visible_total (fun j => p j * Rabs (v j)) everything n).
  { apply visible_positive. intros j _ _. apply Rmult_le_pos; [apply P|apply Rabs_pos]. }
  assert (PP : 0 <= L_visible_total p everything n) by (apply visible_positive; intros j _ _; apply P).
  set (ga := gamma (IZR n + IZR r + 8) (u ACCUMULATE)) in *. set (gr := L_growth (u ACCUMULATE) steps) in *.
  assert (KR : compound (u PROBABILITY) (gr - 1) <= (denominator_relative u t n r)).
  { unfold denominator_relative, L_compound. fold ga.
    assert (u PROBABILITY * (gr - 1) <= u PROBABILITY * ga) by (apply Rmult_le_compat_l; lra). lra. }
  assert (UU : 0 <= compound (u PROBABILITY) (u OPERAND)).
  { unfold L_compound. assert (0 <= u PROBABILITY * u OPERAND) by (apply Rmult_le_pos; lra). lra. }
  assert (KV : compound (compound (u PROBABILITY) (u OPERAND)) (gr - 1) <= (numerator_relative u t n r)).
  { unfold numerator_relative. fold ga. set (uu := compound (u PROBABILITY) (u OPERAND)) in *. unfold L_compound.
    assert (uu * (gr - 1) <= uu * ga) by (apply Rmult_le_compat_l; lra). lra. }
  (* what underflows *)
  destruct (grows top LA) as (_ & _ & B0). assert (B1 := within top LA FL).
  assert (RE : IZR r * (step u t n r) <= most).
  { unfold step. assert (0 <= 3 * gamma 1 (u RESCALING)) by lra. lra. }
  assert (tr0 : 0 <= IZR r * t EXPONENT) by (apply Rmult_le_pos; lra).
  assert (GF : L_growth (u RESCALING) r <= exp most).
  { eapply Rle_trans; [apply growth_exponential; [exact URE|exact rescalings]|]. apply exp_monotone. lra. }
  assert (GF1 := growth_least (u RESCALING) r URE).
  assert (EM : exp (IZR r * (step u t n r) + 2 * most) <= exp (3 * most)) by (apply exp_monotone; lra).
  assert (P1 := exp_pos most). assert (P3 := exp_pos (3 * most)). assert (P5 := exp_pos (5 * most)).
  assert (E5 : exp (5 * most) = exp most * (exp most * exp (3 * most))).
  { rewrite <- !exp_plus. f_equal. ring. }
  assert (one : 1 <= exp most) by (rewrite <- exp_0; apply exp_monotone; exact most0).
  assert (one3 : 1 <= exp (3 * most)) by (rewrite <- exp_0; apply exp_monotone; lra).
  assert (ER : exp (IZR r * (step u t n r) + (2 * most + behind t)) <= exp (IZR r *
    (step u t n r) + 2 * most) * times_larger t).
  { rewrite <- Rplus_assoc, exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos|exact E512]. }
  assert (ER0 := exp_pos (IZR r * (step u t n r) + (2 * most + behind t))).
  set (e1 := exp most) in *. set (e3 := exp (3 * most)) in *. set (e5 := exp (5 * most)) in *.
  set (er := exp (IZR r * (step u t n r) + 2 * most)) in *. assert (er0 : 0 < er) by apply exp_pos.
  set (gf := L_growth (u RESCALING) r) in *.
  destruct (lost_positive u t n r UT keys rescalings) as (own0 & own1 & lost1 & tiny1).
  assert (lost0 : 0 <= lost u t n r) by lra. assert (tiny0 : 0 <= sum_tiny u t n r) by lra.
  assert (e13 : e1 <= e1 * e3) by (rewrite <- (Rmult_1_r e1) at 1; apply Rmult_le_compat_l; lra).
  assert (ab1 : 0 <= times_smaller t * e1) by (apply Rmult_le_pos; lra).
  assert (be0 : 0 <= times_larger t) by lra.
  assert (gfe : gf <= e1 * e3).
  { rewrite <- (Rmult_1_r gf). apply Rmult_le_compat; lra. }
  assert (LW : times_smaller t * e1 * lost_weight (step u t n r) (t EXPONENT) (u RESCALING) r (2 * most + behind t)
    (u PROBABILITY) tp
    <= e5 * (lost u t n r)).
  { unfold lost_weight. fold gf. unfold lost. rewrite E5.
    set (eb := exp (IZR r * step u t n r + (2 * most + behind t))) in *.
    replace (e1 * (e1 * e3) * (times_smaller t * own_lost u t n r)) with (times_smaller t * e1 *
      (e1 * e3 * own_lost u t n r)) by ring.
    apply Rmult_le_compat_l; [lra|].
    assert (RT : 0 <= (IZR r + 1) * t EXPONENT) by (apply Rmult_le_pos; lra).
    set (under := (IZR r + 1) * t EXPONENT) in *. assert (BU := Rmult_le_pos _ _ be0 RT).
    replace (own_lost u t n r) with ((1 + u PROBABILITY) * (tp + times_larger t * under))
      by (unfold own_lost, tp, under; ring).
    assert (IN : tp + under * eb <= e3 * (tp + times_larger t * under)).
    { assert (1 * tp <= e3 * tp) by (apply Rmult_le_compat_r; assumption).
      assert (er * (times_larger t * under) <= e3 * (times_larger t * under)) by (apply Rmult_le_compat_r; lra).
      assert (under * eb <= under * (er * times_larger t)) by (apply Rmult_le_compat_l; assumption). lra. }
    replace (e1 * e3 * ((1 + u PROBABILITY) * (tp + times_larger t * under))) with
      ((1 + u PROBABILITY) * (e1 * (e3 * (tp + times_larger t * under)))) by ring.
    assert (0 <= under * eb) by (apply Rmult_le_pos; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra. }
  assert (TT : times_smaller t * e1 * (IZR (3 * steps) * t ACCUMULATE * gf) <= e5 * (sum_tiny u t n r)).
  { rewrite mult_IZR, ST. unfold sum_tiny, own_tiny. rewrite E5.
    replace (times_smaller t * e1 * (3 * (IZR n + IZR r + 8) * t ACCUMULATE * gf)) with
      (times_smaller t * e1 * (3 * (IZR n + IZR r + 8) * t ACCUMULATE) * gf) by ring.
    replace (e1 * (e1 * e3) * (times_smaller t * (3 * (IZR n + IZR r + 8) * t ACCUMULATE))) with
      (times_smaller t * e1 * (3 * (IZR n + IZR r + 8) * t ACCUMULATE) * (e1 * e3)) by ring.
    apply Rmult_le_compat_l; [|exact gfe]. apply Rmult_le_pos; [exact ab1|]. repeat apply Rmult_le_pos; lra. }
  set (lw := lost_weight _ _ _ _ _ _ _) in *. set (all3 := IZR (3 * steps) * t ACCUMULATE * gf) in *.
  split.
  - eapply Rle_trans; [exact EA|]. apply Rplus_le_compat; [apply Rmult_le_compat_r; assumption|].
    eapply Rle_trans; [|apply (undivided_within u t n r most V0 model keys rescalings V0p)].
    unfold gain. fold ga e5.
    set (values := (1 + u OPERAND) * V0 + IZR n * t OPERAND) in *.
    assert (values0 : 0 <= values).
    { unfold values. assert (0 <= (1 + u OPERAND) * V0) by (apply Rmult_le_pos; lra).
      assert (0 <= IZR n * t OPERAND) by (apply Rmult_le_pos; lra). lra. }
    set (grown := sum_below (fun j => weight s n j * (exp (off j) - 1)) n) in *.
    assert (GR : 1 + grown <= e5).
    { assert (B : grown <= e1 - 1).
      { replace (e1 - 1) with ((e1 - 1) * sum_below (weight s n) n) by (rewrite weights_one by exact keys; ring).
        unfold grown. rewrite <- sum_factor. apply sum_monotone. intros j J. rewrite Rmult_comm.
        apply Rmult_le_compat_r; [left; apply weight_positive, keys|].
        apply Rplus_le_compat_r, exp_monotone, OM, J. }
      assert (e1 * e3 <= e5) by (rewrite E5, <- (Rmult_1_l (e1 * e3)) at 1; apply Rmult_le_compat_r; lra). lra. }
    assert (W1 : times_smaller t * e1 * (lw * values) <= e5 * ((lost u t n r) * values)).
    { replace (times_smaller t * e1 * (lw * values)) with (times_smaller t * e1 * lw * values) by ring.
      replace (e5 * ((lost u t n r) * values)) with (e5 * (lost u t n r) * values) by ring. apply Rmult_le_compat_r;
        assumption. }
    assert (W2 : (1 + u PROBABILITY) * (1 + grown) * t OPERAND <= e5 * ((1 + u PROBABILITY) * t OPERAND)).
    { replace ((1 + u PROBABILITY) * (1 + grown) * t OPERAND) with ((1 + grown) * ((1 + u PROBABILITY) * t OPERAND))
        by ring. apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact GR]. }
    set (inner := (lost u t n r) * values + (sum_tiny u t n r) + (1 + u PROBABILITY) * t OPERAND).
    assert (I0 : 0 <= inner).
    { unfold inner. assert (0 <= (lost u t n r) * values) by (apply Rmult_le_pos; assumption).
      assert (0 <= (1 + u PROBABILITY) * t OPERAND) by (apply Rmult_le_pos; lra). lra. }
    assert (e5I : 0 <= e5 * inner) by (apply Rmult_le_pos; lra).
    apply Rle_trans with (gr * (e5 * inner)).
    + replace (times_smaller t * e1 * (gr * (lw * values + all3)) + gr * ((1 + u PROBABILITY) *
      (1 + grown) * t OPERAND)) with
        (gr * (times_smaller t * e1 * (lw * values) + times_smaller t * e1 * all3 + (1 + u PROBABILITY) *
          (1 + grown) * t OPERAND)) by ring.
      apply Rmult_le_compat_l; [lra|]. unfold inner. lra.
    + rewrite Rmult_assoc. apply Rmult_le_compat_r; lra.
  - eapply Rle_trans; [exact EB|]. apply Rplus_le_compat; [apply Rmult_le_compat_r; assumption|].
    unfold denominator_absolute, gain. fold ga e5.
    assert (N1 : IZR n * (times_smaller t * e1 * lw) <= IZR n * (e5 * (lost u t n r)))
      by (apply Rmult_le_compat_l; lra).
    assert (I0 : 0 <= e5 * (IZR n * (lost u t n r) + (sum_tiny u t n r))).
    { apply Rmult_le_pos; [lra|]. assert (0 <= IZR n * (lost u t n r)) by (apply Rmult_le_pos; lra). lra. }
    apply Rle_trans with (gr * (e5 * (IZR n * (lost u t n r) + (sum_tiny u t n r)))).
    + replace (times_smaller t * e1 * (gr * (IZR n * lw + all3))) with (gr * (IZR n *
      (times_smaller t * e1 * lw) + times_smaller t * e1 * all3)) by ring.
      apply Rmult_le_compat_l; lra.
    + rewrite Rmult_assoc. apply Rmult_le_compat_r; lra.
Qed.
