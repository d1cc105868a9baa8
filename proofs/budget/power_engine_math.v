(* power_engine_math.v - the weights of a power softmax as an engine computes them: the largest score, which all
   exponents are shifted by, leaves no trace (spec/budget.md, section 15). *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence operators rounded_sum engine products visible log power_softmax root.
From Plumbline.compare Require Import rounded_sum_math sums_math exponent_math activation_math root_math.
From Plumbline.budget Require Import products_math visible_math row_softmax_math softpick_engine_math.
From Plumbline.weight Require Import power_softmax_math.
Open Scope R_scope.

(* ---- one exponential ---- *)

Definition exponential_as (u t : A_seq) (w y : R) : Prop := exists a,
  near_rounded (u EXPONENTIAL) (t EXPONENT) (exp w) a /\ near_rounded (u PROBABILITY) (t PROBABILITY) a y.
Definition own (u : A_seq) : R := gamma 1 (u EXPONENTIAL) + gamma 1 (u PROBABILITY).
Definition lost_of (u t : A_seq) : R := (1 + u PROBABILITY) * t EXPONENT + t PROBABILITY.

Definition stored_well (u t : A_seq) : Prop := P_is_roundings u t /\ u EXPONENTIAL < 1 /\ u PROBABILITY < 1.

Lemma lost_positive_of : forall u t, P_is_roundings u t -> 0 <= lost_of u t.
Proof.
  intros u t UT. destruct (UT PROBABILITY ltac:(lia)) as (U & T). destruct (UT EXPONENT ltac:(lia)) as (_ & X).
  unfold lost_of. assert (0 <= (1 + u PROBABILITY) * t EXPONENT) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma own_positive : forall u t, stored_well u t -> 0 <= own u.
Proof.
  intros u t (UT & X & P). destruct (UT PROBABILITY ltac:(lia)) as (U & _).
  destruct (UT EXPONENTIAL ltac:(lia)) as (E & _).
  unfold own. assert (A := gamma_positive 1 (u EXPONENTIAL) ltac:(lra)).
  assert (B := gamma_positive 1 (u PROBABILITY) ltac:(lra)). lra.
Qed.

(* of an argument that is off *)
Lemma exponential_off : forall u t x w off y, stored_well u t -> Rabs (w - x) <= off -> exponential_as u t w y ->
  exists tau, Rabs tau <= off + own u /\ Rabs (y - exp (x + tau)) <= lost_of u t.
Proof.
  intros u t x w off y (UT & UX & UP) W (a & A & Y).
  destruct (UT PROBABILITY ltac:(lia)) as (P & S). destruct (UT EXPONENTIAL ltac:(lia)) as (E & _).
  destruct (UT EXPONENT ltac:(lia)) as (_ & T). assert (L := lost_positive_of u t UT).
  destruct (rounded_exponent _ _ _ _ (conj E UX) T A) as (nu & N1 & N2). set (z := exp w * exp nu) in *.
  assert (R : near_rounded (u PROBABILITY) (lost_of u t) z y).
  { unfold near_rounded, lost_of in *. replace (y - z) with ((y - a) + (a - z)) by ring.
    eapply Rle_trans; [apply Rabs_triang|].
    assert (Q : Rabs a <= Rabs z + t EXPONENT).
    { replace a with (z + (a - z)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
    assert (u PROBABILITY * Rabs a <= u PROBABILITY * (Rabs z + t EXPONENT)) by (apply Rmult_le_compat_l; assumption).
    lra. }
  destruct (rounded_exponent _ _ _ _ (conj P UP) L R) as (mu & M1 & M2).
  exists ((w - x) + nu + mu). split.
  - eapply Rle_trans; [apply Rabs_triang|]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang|].
    unfold own. lra.
  - replace (x + (w - x + nu + mu)) with (w + nu + mu) by ring. rewrite !exp_plus. exact M2.
Qed.

(* ---- the power of an exponential ---- *)

(* of what underflowed before its power was taken: lost, at most half of some least number *)
Definition least_of (p least : R) : R := Rmax (exp (p * ln least)) (p * least).

Lemma least_suffices : forall p lost least, 0 < p -> 0 <= lost -> 0 < least <= 1 -> 2 * lost <= least ->
  exp (p * ln least) <= least_of p least /\ Rmax (L_root_of lost (1 / p)) (2 * lost / (1 / p)) <= least_of p least.
Proof.
  intros p lost least P LO (L & ONE) H. assert (I : 0 < 1 / p) by (apply Rdiv_lt_0_compat; lra).
  split; [apply Rmax_l|]. apply Rmax_lub.
  - eapply Rle_trans; [|apply Rmax_l]. assert (R := root_monotone lost least (1 / p) I ltac:(lra)).
    rewrite (root_of_positive least) in R by exact L. replace (ln least / (1 / p)) with (p * ln least) in R
      by (field; lra). exact R.
  - eapply Rle_trans; [|apply Rmax_r]. replace (2 * lost / (1 / p)) with (p * (2 * lost)) by (field; lra).
    apply Rmult_le_compat_l; lra.
Qed.

Lemma half_below_ln2 : 1 / 2 <= ln 2.
Proof.
  assert (A := exp_below (1 / 2) ltac:(lra)). replace (/ (1 - 1 / 2)) with 2 in A by field.
  assert (B := ln_monotone (exp (1 / 2)) 2 (exp_pos _) A). rewrite ln_exp in B. exact B.
Qed.

(* of an exponential e as computed, near e^E0; b: by how much a multiple of a logarithm is off *)
Definition top_of (size a lost : R) : R := size + a + lost + 1.
Definition is_powered (p size a lost least E0 e : R) (b : R -> R) : Prop :=
  (0 < p /\ 0 <= size /\ 0 <= a /\ 0 <= lost) /\ 0 < least <= 1 /\ 2 * lost <= least /\ p * (a + lost) <= 1 / 2 /\
  (- (size + a) <= E0 <= a /\ Rabs (e - exp E0) <= lost) /\ (forall x y, x <= y -> b x <= b y) /\
  (forall x y, x <= y -> p * x - b x <= p * y - b y) /\ 0 <= b (top_of size a lost).

Lemma power_of_all : forall p E0, 0 < p -> exp (p * E0) = L_root_of (exp E0) (1 / p).
Proof.
  intros p E0 P. rewrite root_of_positive by apply exp_pos. rewrite ln_exp. f_equal. field. lra.
Qed.

Lemma power_of_small : forall p lost least E0, 0 < p -> 0 <= lost -> 0 < least <= 1 -> 2 * lost <= least ->
  exp E0 <= least -> exp (p * E0) <= least_of p least.
Proof.
  intros p lost least E0 P LO LEAST HALF S. apply Rle_trans with (exp (p * ln least)).
  - apply exp_monotone, Rmult_le_compat_l; [lra|]. rewrite <- (ln_exp E0). apply ln_monotone; [apply exp_pos|exact S].
  - apply (least_suffices p lost least P LO LEAST HALF).
Qed.

(* an exponential that is not lost has no larger logarithm *)
Lemma logarithm_within : forall p size a lost least E0 e b, is_powered p size a lost least E0 e b ->
  0 < e -> least < exp E0 ->
  Rabs (ln e) <= top_of size a lost.
Proof.
  intros p size a lost least E0 e b
    ((P & SIZE & A0 & LO) & LEAST & HALF & GENTLE & ((LOW & HIGH) & NEAR) & MON & SLOW & POS).
  set (top := top_of size a lost) in *. intros E L. apply Rabs_le_inv in NEAR.
  assert (U : e <= exp (a + lost)).
  { rewrite exp_plus. assert (X := exp_monotone E0 a HIGH). assert (Y := exp_above lost).
    assert (Z : 1 <= exp a) by (rewrite <- exp_0; apply exp_monotone, A0).
    assert (exp a * (1 + lost) <= exp a * exp lost) by (apply Rmult_le_compat_l; lra).
    assert (1 * lost <= exp a * lost) by (apply Rmult_le_compat_r; lra). lra. }
  assert (D : exp (E0 - 1) <= e).
  { unfold Rminus. rewrite exp_plus. assert (X := exp_pos E0). assert (Y : exp (- (1)) <= 1 / 2).
    { rewrite exp_Ropp. assert (Z := exp_above 1). replace (1 / 2) with (/ 2) by field.
      apply Rinv_le_contravar; lra. }
    assert (exp E0 * exp (- (1)) <= exp E0 * (1 / 2)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (L1 := ln_monotone e _ E U). rewrite ln_exp in L1.
  assert (L2 := ln_monotone _ e (exp_pos _) D). rewrite ln_exp in L2. unfold top, top_of. apply Rabs_le. lra.
Qed.

Lemma power_near : forall p size a lost least E0 e b, is_powered p size a lost least E0 e b ->
  forall w, 0 < e -> Rabs (w - p * ln e) <= b (Rabs (ln e)) ->
  exists theta, Rabs theta <= b (top_of size a lost) /\
    Rabs (exp w - exp (p * E0 + theta)) <= exp (b (top_of size a lost)) * least_of p least.
Proof.
  intros p size a lost least E0 e b H. assert (H' := H). destruct H'
    as ((P & SIZE & A0 & LO) & LEAST & HALF & GENTLE & ((LOW & HIGH) & NEAR) & MON & SLOW & POS).
  set (top := top_of size a lost) in *. intros w E W.
  assert (LS := least_suffices p lost least P LO LEAST HALF). destruct LS as (LS1 & LS2).
  assert (B1 : 1 <= exp (b top)) by (rewrite <- exp_0; apply exp_monotone, POS).
  assert (LP : 0 < least_of p least) by (eapply Rlt_le_trans; [apply exp_pos|exact LS1]).
  destruct (Rle_lt_dec (Rabs (ln e)) top) as [C|C].
  - set (o := w - p * ln e) in *. assert (O : Rabs o <= b top) by (eapply Rle_trans; [exact W|apply MON, C]).
    exists o. split; [exact O|]. replace w with (p * ln e + o) by (unfold o; ring).
    rewrite !exp_plus, (power_of_all p E0 P).
    replace (exp (p * ln e)) with (L_root_of e (1 / p))
      by (rewrite root_of_positive by exact E; f_equal; field; lra).
    replace (L_root_of e (1 / p) * exp o - L_root_of (exp E0) (1 / p) * exp o) with
      (exp o * (L_root_of e (1 / p) - L_root_of (exp E0) (1 / p))) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq (exp o)) by (left; apply exp_pos).
    assert (U := underflow_leaves (exp E0) e lost (1 / p) (p * a) ltac:(apply Rdiv_lt_0_compat; lra)
      ltac:(left; apply exp_pos) ltac:(lra) LO NEAR).
    assert (Q : Rabs (L_root_of e (1 / p) - L_root_of (exp E0) (1 / p)) <= least_of p least).
    { eapply Rle_trans; [apply U|exact LS2]. right. split; [apply Rmult_le_pos; lra|]. split.
      - replace (1 / p * (p * a)) with a by (field; lra). apply exp_monotone, HIGH.
      - replace (lost / (1 / p)) with (p * lost) by (field; lra). assert (LN := half_below_ln2). lra. }
    apply Rmult_le_compat; [left; apply exp_pos|apply Rabs_pos| |exact Q].
    apply exp_monotone. apply Rabs_le_inv in O. lra.
  - assert (S : exp E0 <= least).
    { destruct (Rle_lt_dec (exp E0) least) as [S|S]; [exact S|].
      assert (X := logarithm_within _ _ _ _ _ _ _ _ H E S). fold top in X. lra. }
    assert (N : ln e < - top).
    { destruct (Rle_lt_dec (- top) (ln e)) as [N|N]; [|exact N]. exfalso. apply Rabs_le_inv in NEAR.
      assert (Y := exp_above (a + lost)). assert (X := exp_monotone E0 a HIGH).
      assert (T : ln e <= top).
      { rewrite <- (ln_exp top). apply ln_monotone; [exact E|]. apply Rle_trans with (exp (a + lost)).
        - rewrite exp_plus. assert (Z := exp_above lost).
          assert (Z1 : 1 <= exp a) by (rewrite <- exp_0; apply exp_monotone, A0).
          assert (exp a * (1 + lost) <= exp a * exp lost) by (apply Rmult_le_compat_l; lra).
          assert (1 * lost <= exp a * lost) by (apply Rmult_le_compat_r; lra). lra.
        - apply exp_monotone. unfold top, top_of. lra. }
      assert (Rabs (ln e) <= top) by (apply Rabs_le; lra). lra. }
    assert (TOP : 0 <= top) by (unfold top, top_of; lra).
    assert (HI : w <= p * E0 + b top).
    { rewrite (Rabs_left (ln e)) in W by lra. apply Rabs_le_inv in W.
      assert (X := SLOW top (- ln e) ltac:(lra)).
      assert (Y : p * - top <= p * E0) by (apply Rmult_le_compat_l; [lra|unfold top, top_of; lra]). lra. }
    assert (SM := power_of_small p lost least E0 P LO LEAST HALF S).
    destruct (Rle_lt_dec (p * E0 - b top) w) as [Q|Q].
    + exists (w - p * E0). split; [apply Rabs_le; lra|].
      replace (p * E0 + (w - p * E0)) with w by ring. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
      apply Rmult_le_pos; lra.
    + exists (- b top). split; [rewrite Rabs_Ropp, Rabs_pos_eq by exact POS; lra|].
      assert (X := exp_monotone w (p * E0 + - b top) ltac:(lra)). assert (Y := exp_pos w).
      assert (Z := exp_monotone (p * E0 + - b top) (p * E0) ltac:(lra)).
      assert (1 * least_of p least <= exp (b top) * least_of p least) by (apply Rmult_le_compat_r; lra).
      apply Rabs_le. lra.
Qed.

(* the power as it is stored, of an exponential or of 0 *)
Lemma powered_near : forall p size a lost least E0 e b u t q, is_powered p size a lost least E0 e b ->
  stored_well u t -> lost = lost_of u t -> 0 <= e ->
  (e = 0 -> near_rounded (u PROBABILITY) (t PROBABILITY) 0 q) ->
  (0 < e -> exists w, Rabs (w - p * ln e) <= b (Rabs (ln e)) /\ exponential_as u t w q) ->
  exists theta, Rabs theta <= b (top_of size a lost) + own u /\
    Rabs (q - exp (p * E0 + theta)) <= exp (b (top_of size a lost) + own u) * least_of p least + lost.
Proof.
  intros p size a lost least E0 e b u t q H UT EL E NO YES. assert (H' := H). destruct H'
    as ((P & SIZE & A0 & LO) & LEAST & HALF & GENTLE & ((LOW & HIGH) & NEAR) & MON & SLOW & POS).
  set (top := top_of size a lost) in *. assert (O := own_positive u t UT).
  assert (LS := least_suffices p lost least P LO LEAST HALF). destruct LS as (LS1 & _).
  assert (LP : 0 < least_of p least) by (eapply Rlt_le_trans; [apply exp_pos|exact LS1]).
  destruct (Rle_lt_or_eq_dec 0 e E) as [F|F].
  - destruct (YES F) as (w & W & Q).
    destruct (power_near _ _ _ _ _ _ _ _ H w F W) as (theta & T1 & T2). fold top in T1, T2.
    destruct (exponential_off u t w w 0 q UT ltac:(rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra) Q)
      as (nu & N1 & N2). rewrite <- EL in N2.
    exists (theta + nu). split; [eapply Rle_trans; [apply Rabs_triang|]; lra|].
    replace (q - exp (p * E0 + (theta + nu))) with
      ((q - exp (w + nu)) + exp nu * (exp w - exp (p * E0 + theta))).
    2: { replace (p * E0 + (theta + nu)) with (nu + (p * E0 + theta)) by ring.
         rewrite (exp_plus w nu), (exp_plus nu). ring. }
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq (exp nu)) by (left; apply exp_pos).
    assert (X : exp nu * Rabs (exp w - exp (p * E0 + theta)) <= exp (own u) * (exp (b top) * least_of p least)).
    { apply Rmult_le_compat; [left; apply exp_pos|apply Rabs_pos| |exact T2].
      apply exp_monotone. apply Rabs_le_inv in N1. lra. }
    rewrite (exp_plus (b top)). lra.
  - specialize (NO (eq_sym F)). unfold near_rounded in NO. rewrite Rminus_0_r, Rabs_R0, Rmult_0_r, Rplus_0_l in NO.
    assert (T5 : t PROBABILITY <= lost).
    { rewrite EL. unfold lost_of. destruct UT as (UT & _). destruct (UT PROBABILITY ltac:(lia)) as (U & _).
      destruct (UT EXPONENT ltac:(lia)) as (_ & T). assert (0 <= (1 + u PROBABILITY) * t EXPONENT)
        by (apply Rmult_le_pos; lra). lra. }
    assert (S : exp E0 <= least). { apply Rabs_le_inv in NEAR. lra. }
    assert (SM := power_of_small p lost least E0 P LO LEAST HALF S). assert (X := exp_pos (p * E0)).
    exists 0. rewrite Rabs_R0, Rplus_0_r. split; [lra|].
    assert (Y : 1 <= exp (b top + own u)) by (rewrite <- exp_0; apply exp_monotone; lra).
    assert (1 * least_of p least <= exp (b top + own u) * least_of p least) by (apply Rmult_le_compat_r; lra).
    unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, (Rabs_pos_eq (exp _)) by lra. lra.
Qed.

(* ---- the sum of the powers ---- *)

Definition visible_sum (f : A_seq) (m : A_subset) (n : Z) : R := sum_below (fun j => if m j then f j else 0) n.

Lemma visible_sum_monotone : forall f g m n, (forall j, key n j -> m j = true -> f j <= g j) ->
  visible_sum f m n <= visible_sum g m n.
Proof. intros f g m n H. apply sum_monotone. intros j J. destruct (m j) eqn:M; [apply H; assumption|lra]. Qed.

Lemma visible_sum_factor : forall a f m n, visible_sum (fun j => a * f j) m n = a * visible_sum f m n.
Proof.
  intros a f m n. unfold visible_sum. rewrite <- sum_factor. apply sum_same. intros j _. destruct (m j); ring.
Qed.

Lemma visible_sum_constant : forall a m n, visible_sum (fun _ => a) m n = IZR (L_visible_count m n) * a.
Proof.
  intros a m n. unfold visible_sum. rewrite <- (sum_of_visible (fun _ => a) m n). unfold L_visible_of.
  apply sum_constant. apply (count_grows m (Z.to_nat n) (Z.to_nat n) (le_n _)).
Qed.

Lemma visible_sum_near : forall f g m n l, (forall j, key n j -> m j = true -> Rabs (f j - g j) <= l) ->
  Rabs (visible_sum f m n - visible_sum g m n) <= IZR (L_visible_count m n) * l.
Proof.
  intros f g m n l H. rewrite <- visible_sum_constant. unfold visible_sum. rewrite <- sum_minus. apply sum_absolute.
  intros j J. destruct (m j) eqn:M; [apply H; assumption|]. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
Qed.

Definition share_of (u t : A_seq) (c k : Z) (l lost : R) : R :=
  compound (gamma (IZR k) (u ACCUMULATE)) (u PROBABILITY) +
  exp l * ((1 + u PROBABILITY) * ((1 + gamma (IZR k) (u ACCUMULATE)) *
    (IZR c * lost + 2 * (IZR k * t ACCUMULATE))) + t PROBABILITY).

(* M is the largest of the scores y in m *)
Definition is_largest (y : A_seq) (m : A_subset) (n : Z) (M : R) : Prop :=
  (forall j, key n j -> m j = true -> y j <= M) /\ exists i, key n i /\ m i = true /\ y i = M.

Lemma powered_bounds : forall y m n p M, 0 < p -> is_largest y m n M ->
  1 <= L_powered y m p M n <= IZR (L_visible_count m n).
Proof.
  intros y m n p M P (U & i & I & MI & E). split.
  - assert (T := sum_positive_term n (fun j => if m j then exp (p * (y j - M)) else 0) i I).
    assert (H : forall j, key n j -> 0 <= (if m j then exp (p * (y j - M)) else 0)).
    { intros j _. destruct (m j); [left; apply exp_pos|lra]. }
    specialize (T H). cbv beta in T. rewrite MI, E in T. rewrite (Rminus_diag_eq M M eq_refl), Rmult_0_r, exp_0 in T.
    exact T.
  - replace (IZR (L_visible_count m n)) with (IZR (L_visible_count m n) * 1) by ring. rewrite <- visible_sum_constant.
    apply (visible_sum_monotone (fun j => exp (p * (y j - M))) (fun _ => 1)). intros j J MJ. rewrite <- exp_0.
    apply exp_monotone. assert (Y := U j J MJ). assert (p * (y j - M) <= p * 0) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* what is computed for a sum, by its exact terms with errors of their exponents *)
Lemma sum_moved : forall u t (y q tau : A_seq) m n p M k l lost a s, 0 <= lost ->
  stored_well u t -> IZR k * u ACCUMULATE < 1 -> (0 <= k)%Z ->
  (forall j, key n j -> m j = true -> Rabs (tau j) <= l /\
    Rabs (q j - exp (p * (y j - M) + tau j)) <= lost) -> 0 <= l -> 1 <= L_powered y m p M n ->
  P_terms_summed u t (L_visible_of m n q) (L_visible_count m n) k a ->
  near_rounded (u PROBABILITY) (t PROBABILITY) a s ->
  exists S, L_powered y m p M n * exp (- l) <= S <= L_powered y m p M n * exp l /\
    Rabs (s - S) <= share_of u t (L_visible_count m n) k l lost * S.
Proof.
  intros u t y q tau m n p M k l lost a s LO (UT & UX & UP) B K H L S1 TS RS.
  destruct (UT PROBABILITY ltac:(lia)) as (P & T5). destruct (UT ACCUMULATE ltac:(lia)) as (A & T6).
  set (h := fun j => exp (p * (y j - M) + tau j)). set (S := visible_sum h m n). exists S.
  assert (E : L_powered y m p M n = visible_sum (fun j => exp (p * (y j - M))) m n) by reflexivity.
  assert (LB : L_powered y m p M n * exp (- l) <= S).
  { rewrite E, Rmult_comm, <- visible_sum_factor. apply visible_sum_monotone. intros j J MJ.
    destruct (H j J MJ) as (TA & _).
    unfold h. rewrite <- exp_plus. apply exp_monotone. apply Rabs_le_inv in TA. lra. }
  assert (UB : S <= L_powered y m p M n * exp l).
  { rewrite E, Rmult_comm, <- visible_sum_factor. apply visible_sum_monotone. intros j J MJ.
    destruct (H j J MJ) as (TA & _).
    unfold h. rewrite <- exp_plus. apply exp_monotone. apply Rabs_le_inv in TA. lra. }
  split; [split; assumption|].
  assert (SL : exp (- l) <= S).
  { assert (X := exp_pos (- l)). assert (1 * exp (- l) <= L_powered y m p M n * exp (- l))
      by (apply Rmult_le_compat_r; lra). lra. }
  set (c := L_visible_count m n) in *.
  assert (C : (0 <= c)%Z) by apply (count_grows m (Z.to_nat n) (Z.to_nat n) (le_n _)).
  assert (C0 := IZR_le _ _ C). assert (K0 := IZR_le _ _ K).
  assert (Q1 : Rabs (visible_sum q m n - S) <= IZR c * lost) by (apply visible_sum_near; intros j J MJ;
    apply H; assumption).
  assert (Q2 : visible_sum (fun j => Rabs (q j)) m n <= S + IZR c * lost).
  { assert (N : Rabs (visible_sum (fun j => Rabs (q j)) m n - S) <= IZR c * lost).
    { apply visible_sum_near. intros j J MJ. destruct (H j J MJ) as (_ & D). eapply Rle_trans; [|exact D].
      unfold h. rewrite <- (Rabs_pos_eq (exp (p * (y j - M) + tau j))) at 1 by (left; apply exp_pos).
      apply Rabs_triang_inv2. }
    apply Rabs_le_inv in N. lra. }
  assert (W : Rabs (a - visible_sum q m n) <= gamma (IZR k) (u ACCUMULATE) * visible_sum (fun j => Rabs (q j)) m n +
    (1 + gamma (IZR k) (u ACCUMULATE)) * (2 * (IZR k * t ACCUMULATE)))
    by exact (visible_terms_within u t q m n k a UT B TS).
  assert (G := gamma_positive (IZR k) (u ACCUMULATE) ltac:(split; [apply Rmult_le_pos; lra|exact B])).
  unfold share_of. set (g := gamma (IZR k) (u ACCUMULATE)) in *. set (f := u PROBABILITY) in *.
  set (b := IZR c * lost) in *. set (d := 2 * (IZR k * t ACCUMULATE)) in *.
  assert (b0 : 0 <= b) by (apply Rmult_le_pos; lra).
  assert (d0 : 0 <= d) by (unfold d; assert (0 <= IZR k * t ACCUMULATE) by (apply Rmult_le_pos; lra); lra).
  assert (S0 : 0 < S) by (assert (X := exp_pos (- l)); lra).
  assert (W1 : Rabs (a - S) <= g * S + (1 + g) * (b + d)).
  { replace (a - S) with ((a - visible_sum q m n) + (visible_sum q m n - S)) by ring.
    eapply Rle_trans; [apply Rabs_triang|].
    assert (g * visible_sum (fun j => Rabs (q j)) m n <= g * (S + b)) by (apply Rmult_le_compat_l; assumption). lra. }
  set (w := (1 + g) * (b + d)) in *. assert (w0 : 0 <= w) by (apply Rmult_le_pos; lra).
  assert (W2 : Rabs (s - S) <= compound g f * S + ((1 + f) * w + t PROBABILITY)).
  { replace (s - S) with ((s - a) + (a - S)) by ring. eapply Rle_trans; [apply Rabs_triang|].
    unfold near_rounded in RS. fold f in RS.
    assert (SA : Rabs a <= S + (g * S + w)).
    { replace a with (S + (a - S)) by ring. eapply Rle_trans; [apply Rabs_triang|].
      rewrite (Rabs_pos_eq S) by lra. lra. }
    assert (f * Rabs a <= f * (S + (g * S + w))) by (apply Rmult_le_compat_l; assumption).
    unfold L_compound. lra. }
  eapply Rle_trans; [exact W2|]. set (x := (1 + f) * w + t PROBABILITY). rewrite Rmult_plus_distr_r.
  apply Rplus_le_compat_l. assert (x0 : 0 <= x).
  { unfold x. assert (0 <= (1 + f) * w) by (apply Rmult_le_pos; lra). lra. }
  assert (ONE : 1 <= exp l * S).
  { replace 1 with (exp l * exp (- l)) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
    apply Rmult_le_compat_l; [left; apply exp_pos|exact SL]. }
  replace (exp l * x * S) with (x * (exp l * S)) by ring.
  assert (x * 1 <= x * (exp l * S)) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

Lemma sum_logarithm : forall u t (y q : A_seq) m n p M k l lost a s, 0 <= lost ->
  stored_well u t -> IZR k * u ACCUMULATE < 1 -> (0 <= k)%Z -> 0 < p -> is_largest y m n M ->
  (forall j, key n j -> m j = true -> exists tau, Rabs tau <= l /\
    Rabs (q j - exp (p * (y j - M) + tau)) <= lost) ->
  share_of u t (L_visible_count m n) k l lost < 1 ->
  P_terms_summed u t (L_visible_of m n q) (L_visible_count m n) k a ->
  near_rounded (u PROBABILITY) (t PROBABILITY) a s ->
  let share := share_of u t (L_visible_count m n) k l lost in
  0 < s /\ Rabs (ln s - ln (L_powered y m p M n)) <= l + share / (1 - share).
Proof.
  intros u t y q m n p M k l lost a s LO UT B K P ML H SH TS RS share.
  destruct (powered_bounds y m n p M P ML) as (S1 & _).
  assert (L : 0 <= l).
  { destruct ML as (_ & i & I & MI & _). destruct (H i I MI) as (x & X & _). assert (Y := Rabs_pos x). lra. }
  assert (CH : forall j, key n j -> exists x, m j = true -> Rabs x <= l /\
    Rabs (q j - exp (p * (y j - M) + x)) <= lost).
  { intros j J. destruct (m j) eqn:MJ; [|exists 0; discriminate]. destruct (H j J MJ) as (x & X). exists x.
    intros _. exact X. }
  apply finite_choice in CH. destruct CH as (tau & CH).
  destruct (sum_moved u t y q tau m n p M k l lost a s LO UT B K CH L S1 TS RS) as (S & (LB & UB) & D).
  fold share in D, SH. set (E := L_powered y m p M n) in *.
  assert (E0 : 0 < E * exp (- l)) by (apply Rmult_lt_0_compat; [lra|apply exp_pos]).
  assert (S0 : 0 < S) by lra.
  assert (SH0 : 0 <= share).
  { apply Rmult_le_reg_r with S; [exact S0|]. rewrite Rmult_0_l. eapply Rle_trans; [apply Rabs_pos|exact D]. }
  rewrite <- (Rabs_pos_eq S) in D at 2 by lra.
  destruct (factor_exponent S s share (conj SH0 SH) D) as (mu & F & MU). rewrite F.
  split; [apply Rmult_lt_0_compat; [exact S0|apply exp_pos]|].
  rewrite ln_mult, ln_exp by (try apply exp_pos; exact S0).
  assert (L1 := ln_monotone _ _ E0 LB). assert (L2 := ln_monotone _ _ S0 UB).
  rewrite ln_mult, ln_exp in L1 by (try apply exp_pos; lra). rewrite ln_mult, ln_exp in L2 by (try apply exp_pos; lra).
  unfold L_gamma_of in MU. rewrite !Rmult_1_l in MU.
  replace (ln S + mu - ln E) with ((ln S - ln E) + mu) by ring. eapply Rle_trans; [apply Rabs_triang|].
  apply Rplus_le_compat; [apply Rabs_le; lra|exact MU].
Qed.

(* ---- the quotient in another unit ---- *)

Lemma terms_times : forall u t K (x y : A_seq) n k s, P_is_roundings u t -> 0 <= K <= 1 ->
  (forall j, y j = K * x j) -> P_terms_summed u t x n k s -> P_terms_summed u t y n k (K * s).
Proof.
  intros u t K x y n k s UT P Y (d & a & D & A & terms & PERM & E & S).
  destruct (UT ACCUMULATE ltac:(lia)) as (_ & T).
  destruct (proj1 (pushed_both (u ACCUMULATE) (t ACCUMULATE) 0 1 x y T (Rle_refl 0)) _ _ _ _ _ S) as (_ & H).
  assert (FIT : fits x y K terms).
  { intros term I. rewrite (E term I), Y. ring. }
  specialize (H K (proj1 P) ltac:(unfold L_growth; simpl; lra) FIT). rewrite Rmult_1_l in H.
  exists d, a. split; [exact D|]. split; [exact A|]. exists (plain terms). split; [|split; [|exact H]].
  - unfold plain. rewrite List.map_map. simpl. exact PERM.
  - intros term I. unfold plain in I. apply List.in_map_iff in I. destruct I as (old & <- & _). reflexivity.
Qed.

Lemma quotients_times : forall u t K (p q v : A_seq) n k d z, P_is_roundings u t -> 0 < K <= 1 ->
  (forall j, q j = K * p j) -> P_quotients_summed u t p v n k d z -> P_quotients_summed u t q v n k (K * d) z.
Proof.
  intros u t K p q v n k d z UT P Q (D & H). split; [apply Rmult_integral_contrapositive_currified; lra|].
  destruct H as [(s & (x & w & N & S) & E)|(b & N & S)].
  - left. exists (K * s). split; [|rewrite E; field; lra]. exists (fun j => K * x j), w. split.
    + intros j J. destruct (N j J) as (X & W). split; [|exact W]. rewrite Q.
      destruct (UT PROBABILITY ltac:(lia)) as (_ & T).
      apply (rounded_times _ (t PROBABILITY)); [lra| |exact X].
      assert (K * t PROBABILITY <= 1 * t PROBABILITY) by (apply Rmult_le_compat_r; lra). lra.
    + apply (terms_times u t K (fun j => x j * w j)); [exact UT|lra|intro j; ring|exact S].
  - right. exists b. split; [|exact S]. intros j J.
    replace (q j / (K * d)) with (p j / d) by (rewrite Q; field; split; lra).
    apply N, J.
Qed.

(* ---- weights and their divisor ---- *)

Definition within (x l lost a : R) : Prop := exists e, Rabs e <= l /\ Rabs (a - x * exp e) <= lost.

Lemma within_times : forall K x l lost a e, 0 <= K <= 1 -> Rabs e <= l -> Rabs (a - x * exp e) <= lost ->
  within (K * x) l lost (K * a).
Proof.
  intros K x l lost a e P E D. exists e. split; [exact E|].
  replace (K * a - K * x * exp e) with (K * (a - x * exp e)) by ring. rewrite Rabs_mult, (Rabs_pos_eq K) by lra.
  assert (A := Rabs_pos (a - x * exp e)).
  assert (K * Rabs (a - x * exp e) <= 1 * Rabs (a - x * exp e)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* by how much the logarithm of the root is off, of a sum that is off by g; off: by how much its multiple is *)
Definition root_of_sum (u : A_seq) (off : R -> R -> R) (p g : R) (c : Z) : R :=
  1 / p * g + off (1 / p) (ln (IZR c) + g) + own u.

Lemma logarithm_size : forall s S g c, 1 <= S <= IZR c -> Rabs (ln s - ln S) <= g -> Rabs (ln s) <= ln (IZR c) + g.
Proof.
  intros s S g c (A & B) D. assert (L := ln_monotone 1 S ltac:(lra) A). rewrite ln_1 in L.
  assert (U := ln_monotone S (IZR c) ltac:(lra) B). apply Rabs_le_inv in D. apply Rabs_le. lra.
Qed.

Lemma root_within : forall u t off p s S g c w r, stored_well u t -> 0 < p -> 1 <= S <= IZR c ->
  (forall f x y, 0 <= f -> x <= y -> off f x <= off f y) -> Rabs (ln s - ln S) <= g ->
  Rabs (w - 1 / p * ln s) <= off (1 / p) (Rabs (ln s)) -> exponential_as u t w r ->
  exists rho, Rabs rho <= root_of_sum u off p g c /\ Rabs (r - exp (1 / p * ln S + rho)) <= lost_of u t.
Proof.
  intros u t off p s S g c w r UT P C MON G W R. assert (I : 0 < 1 / p) by (apply Rdiv_lt_0_compat; lra).
  assert (M := MON (1 / p) _ _ ltac:(lra) (logarithm_size s S g c C G)).
  assert (D : Rabs (w - 1 / p * ln S) <= 1 / p * g + off (1 / p) (ln (IZR c) + g)).
  { replace (w - 1 / p * ln S) with (1 / p * (ln s - ln S) + (w - 1 / p * ln s)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq (1 / p)) by lra.
    assert (1 / p * Rabs (ln s - ln S) <= 1 / p * g) by (apply Rmult_le_compat_l; lra). lra. }
  exact (exponential_off u t _ _ _ _ UT D R).
Qed.

(* the sum s is off by g in its logarithm *)
Definition is_weighed (u t y : A_seq) (m : A_subset) (n : Z) (p M g size s : R) (off : R -> R -> R) : Prop :=
  stored_well u t /\ 0 < p /\ is_largest y m n M /\ (forall f a b, 0 <= f -> a <= b -> off f a <= off f b) /\
  (forall f a, 0 <= f -> 0 <= a -> 0 <= off f a) /\ 0 <= size /\ Rabs (ln s - ln (L_powered y m p M n)) <= g.
Definition unit_of (y : A_seq) (m : A_subset) (n : Z) (p M : R) : R := exp (- (1 / p * ln (L_powered y m p M n))).
(* gives: weights, divided, come to z *)
Definition weighs_and_divides (u t y : A_seq) (m : A_subset) (n : Z) (p g size z : R) (off : R -> R -> R)
    (gives : A_seq -> R -> Prop) : Prop :=
  let c := L_visible_count m n in let R0 := root_of_sum u off p g c in exists (q : A_seq) d,
  (forall j, key n j -> m j = true ->
    within (L_power_softmax y m p n j) (off 1 size + own u + R0) (lost_of u t) (q j)) /\
  within 1 R0 (lost_of u t) d /\ gives q d.

Lemma inverse_positive : forall p, 0 < p -> 0 < 1 / p.
Proof. intros p P. apply Rdiv_lt_0_compat; lra. Qed.

Lemma unit_of_root : forall y m n p M, 0 < p -> is_largest y m n M -> 0 < unit_of y m n p M <= 1.
Proof.
  intros y m n p M P ML. unfold unit_of. set (S := L_powered y m p M n). set (K := exp (- (1 / p * ln S))).
  split; [apply exp_pos|]. apply Rle_trans with (exp 0); [apply exp_monotone|rewrite exp_0; lra].
  destruct (powered_bounds y m n p M P ML) as (A & _). fold S in A.
  assert (L := ln_monotone 1 S ltac:(lra) A). rewrite ln_1 in L. assert (I := inverse_positive p P).
  assert (0 <= 1 / p * ln S) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma weight_is : forall y m n p M j, 0 < p -> key n j -> m j = true ->
  L_power_softmax y m p n j = unit_of y m n p M * exp (y j - M).
Proof.
  intros y m n p M j P J MJ. unfold unit_of. set (S := L_powered y m p M n). set (K := exp (- (1 / p * ln S))).
  rewrite <- (power_softmax_any_shift y m p M n j P (proj1 J) (proj2 J) MJ). fold S.
  unfold L_rpower, K. rewrite Rmult_comm. f_equal. f_equal. field. lra.
Qed.

Lemma root_positive_off : forall u t y m n p M g size s off, is_weighed u t y m n p M g size s off ->
  0 <= root_of_sum u off p g (L_visible_count m n).
Proof.
  intros u t y m n p M g size s off (UT & P & ML & MON & POS & SIZE & SUM).
  set (S := L_powered y m p M n) in *. set (c := L_visible_count m n).
  assert (I := inverse_positive p P). assert (O := own_positive u t UT). assert (G := Rabs_pos (ln s - ln S)).
  destruct (powered_bounds y m n p M P ML) as (A & B). fold S c in A, B.
  assert (L := ln_monotone 1 (IZR c) ltac:(lra) ltac:(lra)). rewrite ln_1 in L.
  assert (Q := POS (1 / p) (ln (IZR c) + g) ltac:(lra) ltac:(lra)).
  unfold root_of_sum. assert (0 <= 1 / p * g) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem root_divides : forall u t y m n p M g size s z off (gives : A_seq -> R -> Prop),
  is_weighed u t y m n p M g size s off ->
  (forall K (e : A_seq) d, 0 < K <= 1 -> gives e d -> gives (fun j => K * e j) (K * d)) ->
  forall (e : A_seq) w r,
  (forall j, key n j -> m j = true -> exists w, Rabs (w - 1 * (y j - M)) <= off 1 size /\ exponential_as u t w (e j)) ->
  Rabs (w - 1 / p * ln s) <= off (1 / p) (Rabs (ln s)) -> exponential_as u t w r ->
  gives e r -> weighs_and_divides u t y m n p g size z off gives.
Proof.
  intros u t y m n p M g size s z off gives H0 TIMES. assert (R1 := root_positive_off _ _ _ _ _ _ _ _ _ _ _ H0).
  destruct H0 as (UT & P & ML & MON & POS & SIZE & SUM). set (S := L_powered y m p M n) in *.
  set (c := L_visible_count m n) in *. set (R0 := root_of_sum u off p g c) in *.
  unfold weighs_and_divides. cbv zeta. fold c. fold R0.
  intros e w r H W R Q. assert (KU := unit_of_root y m n p M P ML). set (K := unit_of y m n p M) in *.
  assert (O := own_positive u t UT).
  destruct (root_within u t off p s S g c w r UT P (powered_bounds y m n p M P ML) MON SUM W R) as (rho & A & B).
  exists (fun j => K * e j), (K * r). split; [|split].
  - intros j J MJ. destruct (H j J MJ) as (x & X & Y).
    destruct (exponential_off u t _ _ _ _ UT X Y) as (tau & T1 & T2).
    rewrite (weight_is y m n p M j P J MJ). fold K. apply (within_times K _ _ _ _ tau); [lra|lra|].
    rewrite <- exp_plus. replace (y j - M + tau) with (1 * (y j - M) + tau) by ring. exact T2.
  - replace 1 with (K * exp (1 / p * ln S)).
    + apply (within_times K _ _ _ _ rho); [lra|exact A|]. rewrite <- exp_plus. exact B.
    + unfold K, unit_of. fold S. rewrite <- exp_plus, Rplus_opp_l. apply exp_0.
  - apply TIMES; [exact KU|exact Q].
Qed.

Theorem logarithm_weighs : forall u t y m n p M g size s z off (gives : A_seq -> R -> Prop),
  is_weighed u t y m n p M g size s off -> forall e : A_seq,
  (forall j, key n j -> m j = true -> exists w,
    Rabs (w - (y j - M - 1 / p * ln s)) <= off 1 size + off (1 / p) (Rabs (ln s)) /\ exponential_as u t w (e j)) ->
  gives e 1 -> weighs_and_divides u t y m n p g size z off gives.
Proof.
  intros u t y m n p M g size s z off gives H0. assert (R1 := root_positive_off _ _ _ _ _ _ _ _ _ _ _ H0).
  destruct H0 as (UT & P & ML & MON & POS & SIZE & SUM). set (S := L_powered y m p M n) in *.
  set (c := L_visible_count m n) in *. set (R0 := root_of_sum u off p g c) in *.
  unfold weighs_and_divides. cbv zeta. fold c. fold R0.
  intros e H Q. assert (I := inverse_positive p P). assert (O := own_positive u t UT).
  assert (L := lost_positive_of u t (proj1 UT)). exists e, 1. split; [|split; [|exact Q]].
  - intros j J MJ. destruct (H j J MJ) as (w & X & Y).
    destruct (exponential_off u t _ _ _ _ UT X Y) as (tau & T1 & T2). exists (tau + 1 / p * (ln S - ln s)). split.
    + eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq (1 / p)), (Rabs_minus_sym (ln S)) by lra.
      assert (1 / p * Rabs (ln s - ln S) <= 1 / p * g) by (apply Rmult_le_compat_l; lra).
      assert (N := MON (1 / p) _ _ ltac:(lra) (logarithm_size s S g c (powered_bounds y m n p M P ML) SUM)).
      unfold R0, root_of_sum. lra.
    + rewrite (weight_is y m n p M j P J MJ). unfold unit_of. fold S. rewrite <- !exp_plus.
      replace (- (1 / p * ln S) + (y j - M) + (tau + 1 / p * (ln S - ln s))) with
        (y j - M - 1 / p * ln s + tau) by ring.
      exact T2.
  - exists 0. rewrite Rabs_R0, exp_0, Rmult_1_r, Rminus_diag_eq, Rabs_R0 by reflexivity. split; assumption.
Qed.
