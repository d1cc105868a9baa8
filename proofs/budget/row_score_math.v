(* row_score_math.v - a score as computed in a precision model is off by so much. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum engine.
From Plumbline.compare Require Import rounded_sum_math sums_math score_math.
Open Scope R_scope.

(* a product of two numbers that are each rounded once *)
Lemma both_rounded : forall e s x y a b, 0 <= e -> near_rounded e s x a -> near_rounded e s y b ->
  Rabs (a * b - x * y) <= compound e e * Rabs (x * y) + s * ((1 + e) * (Rabs x + Rabs y) + s).
Proof.
  intros e s x y a b E A B. eapply Rle_trans; [apply (term_within e s e s x y a b A B E E)|]. lra.
Qed.

Definition scale_tiny (e s larger : R) : R := s * (2 * ((1 + e) * larger) + s).
Definition amplified (e s larger : R) : R := (1 + e) * larger + s.

(* the parts of the scale: together near it, and none of them, alone or with the third, large *)
Lemma scale_parts_within : forall u t scale a b c larger, 0 <= u INPUT -> 0 <= t INPUT -> 1 <= larger ->
  Rabs scale <= larger -> scale_parts u t scale a b c ->
  let far := compound (u INPUT) (u INPUT) * Rabs scale + scale_tiny (u INPUT) (t INPUT) larger in
  let high := amplified (u INPUT) (t INPUT) larger in
  Rabs (a * b * c - scale) <= far /\ Rabs (c * a) <= high /\ Rabs (c * b) <= high /\ Rabs c <= high.
Proof.
  intros u t scale a b c larger U T L1 L P far high. set (e := u INPUT) in *. set (s := t INPUT) in *.
  assert (high1 : 1 <= high).
  { unfold high, amplified. assert (0 <= e * larger) by (apply Rmult_le_pos; lra). lra. }
  assert (A0 := Rabs_pos scale).
  assert (one : forall x, rounded_at u t INPUT scale x -> Rabs (x - scale) <= far /\ Rabs x <= high).
  { intros x X. unfold rounded_at, near_rounded in X. fold e s in X.
    assert (e * Rabs scale <= e * larger) by (apply Rmult_le_compat_l; assumption).
    assert (0 <= e * (e * Rabs scale)) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
    assert (0 <= e * Rabs scale) by (apply Rmult_le_pos; lra).
    assert (s * 1 <= s * (2 * ((1 + e) * larger) + s)).
    { apply Rmult_le_compat_l; [exact T|]. unfold high, amplified in high1. lra. }
    split.
    - unfold far, L_compound, scale_tiny. lra.
    - replace x with ((x - scale) + scale) by ring. eapply Rle_trans; [apply Rabs_triang|].
      unfold high, amplified. lra. }
  destruct P as [(A & -> & ->)|[(-> & B & ->)|[(-> & -> & C)|(root & <- & A & B & ->)]]].
  - destruct (one _ A). rewrite !Rmult_1_r, !Rmult_1_l, Rabs_R1. repeat split; assumption.
  - destruct (one _ B). rewrite !Rmult_1_r, !Rmult_1_l, Rabs_R1. repeat split; assumption.
  - destruct (one _ C). rewrite !Rmult_1_l, !Rmult_1_r. repeat split; assumption.
  - assert (R1 : Rabs root <= larger).
    { rewrite Rabs_mult in L. destruct (Rle_lt_dec (Rabs root) 1) as [S|S]; [lra|].
      assert (Rabs root * 1 <= Rabs root * Rabs root) by (apply Rmult_le_compat_l; lra). lra. }
    assert (size : forall x, rounded_at u t INPUT root x -> Rabs x <= high).
    { intros x X. unfold rounded_at, near_rounded in X. fold e s in X. replace x with ((x - root) + root) by ring.
      eapply Rle_trans; [apply Rabs_triang|]. unfold high, amplified.
      assert (e * Rabs root <= e * larger) by (apply Rmult_le_compat_l; assumption). lra. }
    rewrite !Rmult_1_r, !Rmult_1_l, Rabs_R1. split; [|split; [apply size, A|split; [apply size, B|exact high1]]].
    eapply Rle_trans; [apply (both_rounded e s root root a b U A B)|]. unfold far, scale_tiny.
    apply Rplus_le_compat_l. apply Rmult_le_compat_l; [exact T|].
    assert ((1 + e) * Rabs root <= (1 + e) * larger) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma two_roundings : forall u t x y, P_roundings u t 2 x y ->
  exists z, near_rounded u t x z /\ near_rounded u t z y.
Proof.
  intros u t x y H. inversion H as [|k x' z y' H1 N1 E1]; subst.
  assert (k = 1)%Z by lia. subst k. inversion H1 as [|k x'' w z' H2 N2 E2]; subst.
  assert (k = 0)%Z by lia. subst k. inversion H2; subst; [|exfalso].
  - exists z. split; assumption.
  - assert (K : forall k a b, P_roundings u t k a b -> (0 <= k)%Z) by (induction 1; lia).
    match goal with H : P_roundings u t _ _ _, E : (_ + 1)%Z = 0%Z |- _ => apply K in H; lia end.
Qed.

Definition operand_unit (u : A_seq) := compound (u INPUT) (u OPERAND).
Definition operand_tiny (u t : A_seq) := t INPUT * (1 + u OPERAND) + t OPERAND.
Definition sum_gamma (u : A_seq) (n : Z) := gamma (IZR n + 4) (u PRODUCT).
Definition product_unit (u : A_seq) (n : Z) := compound (compound (operand_unit u) (operand_unit u)) (sum_gamma u n).
Definition stores (u : A_seq) := compound (u SCORE) (compound (u SCORE) (u SCORE)).
Definition inputs (u : A_seq) := compound (u INPUT) (u INPUT).

Definition part_of_magnitude (u t : A_seq) (n : Z) (alpha larger : R) := (1 + (stores u)) *
  ((product_unit u n) * ((1 + (inputs u)) * alpha + scale_tiny (u INPUT) (t INPUT) larger) +
   scale_tiny (u INPUT) (t INPUT) larger).
Definition part_of_sizes (u t : A_seq) (n : Z) (larger : R) := (1 + (stores u)) * ((1 + (sum_gamma u n)) *
  (amplified (u INPUT) (t INPUT) larger * ((operand_tiny u t) * (1 + (operand_unit u))))).
Definition part_of_score (u : A_seq) := compound (stores u) (inputs u).
Definition part_of_nothing (u t : A_seq) (n : Z) (larger : R) := (1 + (stores u)) *
  ((1 + (sum_gamma u n)) * (amplified (u INPUT) (t INPUT) larger * (IZR n * ((operand_tiny u t) * (operand_tiny u t) + 6
    * t PRODUCT))) +
   t SCORE * (amplified (u INPUT) (t INPUT) larger + 2)).

Lemma score_within_model : forall u t n scale larger q k y, P_is_roundings u t -> (0 <= n)%Z ->
  (IZR n + 4) * u PRODUCT < 1 -> 1 <= larger -> Rabs scale <= larger -> P_score_computed u t scale q k n y ->
  let s := scale * sum_below (fun i => q i * k i) n in
  Rabs (y - s) <= (part_of_magnitude u t n) (Rabs scale) larger * sum_below (fun i => Rabs (q i) * Rabs (k i)) n +
    (part_of_sizes u t n) larger * (sum_below (fun i => Rabs (q i)) n + sum_below (fun i => Rabs (k i)) n) +
    (part_of_score u) * Rabs s + (part_of_nothing u t n) larger.
Proof.
  intros u t n scale larger q k y UT N0 S L1 L (a & b & c & x & z & depth & all & p & st & P & O & R & D & A & ST & Y)
    s.
  assert (UI := proj1 (UT INPUT ltac:(lia))). assert (TI := proj2 (UT INPUT ltac:(lia))). assert (UO := proj1 (UT
    OPERAND ltac:(lia))).
  assert (TO := proj2 (UT OPERAND ltac:(lia))). assert (UP := proj1 (UT PRODUCT ltac:(lia))). assert (TP := proj2 (UT
    PRODUCT ltac:(lia))).
  assert (US := proj1 (UT SCORE ltac:(lia))). assert (TS := proj2 (UT SCORE ltac:(lia))).
  destruct (scale_parts_within u t scale a b c larger UI TI L1 L P) as (FAR & CA & CB & C1).
  set (high := amplified (u INPUT) (t INPUT) larger) in *. set (tiny := scale_tiny (u INPUT) (t INPUT) larger) in *.
  assert (W0 : 0 <= (operand_unit u)).
  { unfold operand_unit, L_compound. assert (0 <= u INPUT * u OPERAND) by (apply Rmult_le_pos; lra). lra. }
  assert (T0 : 0 <= (operand_tiny u t)).
  { unfold operand_tiny. assert (0 <= t INPUT * (1 + u OPERAND)) by (apply Rmult_le_pos; lra). lra. }
  set (w := (operand_unit u)) in *. set (o := (operand_tiny u t)) in *.
  assert (near : forall i, key n i -> near_rounded w o (a * q i) (x i) /\ near_rounded w o (b * k i) (z i)).
  { intros i I. destruct (O i I) as ((f & F1 & F2) & (g & G1 & G2)).
    split; [apply (compound_rounded _ _ _ _ _ f _ UO F1 F2)|apply (compound_rounded _ _ _ _ _ g _ UO G1 G2)]. }
  assert (B := product_within (u PRODUCT) (t PRODUCT) w o w o x z (fun i => a * q i) (fun i => b * k i) (fun _ => 1)
    n depth all p UP TP W0 W0 T0 T0 (fun i I => conj eq_refl (near i I)) R). cbv beta in B.
  destruct (rescaled_sum_within _ _ _ _ _ _ _ _ _ _ UP TP (Rle_refl 0) R) as (_ & D0 & A0 & _).
  assert (G1 := growth_least (u PRODUCT) depth UP).
  assert (G : L_growth (u PRODUCT) depth <= 1 + (sum_gamma u n)).
  { eapply Rle_trans; [apply growth_gamma; [exact UP|exact D0|]|].
    - eapply Rle_lt_trans; [|exact S]. apply Rmult_le_compat_r; [exact UP|]. rewrite <- (plus_IZR n 4). apply IZR_le, D.
    - unfold sum_gamma. apply Rplus_le_compat_l. apply gamma_monotone; [exact UP| |exact S].
      rewrite <- (plus_IZR n 4). apply IZR_le, D. }
  set (grown := L_growth (u PRODUCT) depth) in *. set (g := (sum_gamma u n)) in *.
  set (Q := sum_below (fun i => Rabs (q i)) n) in *. set (K := sum_below (fun i => Rabs (k i)) n) in *.
  set (M := sum_below (fun i => Rabs (q i) * Rabs (k i)) n) in *. set (S0 := sum_below (fun i => q i * k i) n) in *.
  assert (Q0 : 0 <= Q) by (apply sum_positive; intros; apply Rabs_pos).
  assert (K0 : 0 <= K) by (apply sum_positive; intros; apply Rabs_pos).
  assert (M0 : 0 <= M) by (apply sum_positive; intros; apply Rmult_le_pos; apply Rabs_pos).
  assert (SM : Rabs S0 <= M).
  { apply sum_absolute. intros i _. rewrite Rabs_mult. lra. }
  replace (sum_below (fun i => a * q i * (b * k i)) n) with (a * b * S0) in B
    by (unfold S0; rewrite <- sum_factor; apply sum_same; intros; ring).
  replace (sum_below (fun i => Rabs (a * q i * (b * k i))) n) with (Rabs (a * b) * M) in B
    by (unfold M; rewrite <- sum_factor; apply sum_same; intros; rewrite <- !Rabs_mult; f_equal; ring).
  replace (sum_below _ n) with (Rabs b * (o * (1 + w)) * K + IZR n * (o * o) + Rabs a * (o * (1 + w)) * Q) in B.
  2: { unfold K, Q. rewrite <- !sum_factor, <- sum_constant, <- !sum_plus by lia. apply sum_same. intros i _.
       rewrite !Rabs_mult. ring. }
  (* the product, scaled *)
  assert (pu : 0 <= compound w w) by (unfold L_compound; assert (0 <= w * w) by (apply Rmult_le_pos; lra); lra).
  assert (PU : compound (compound w w) (grown - 1) <= (product_unit u n)).
  { unfold product_unit, L_compound at 1 3. fold w g. set (ww := compound w w) in *.
    assert (ww * (grown - 1) <= ww * g) by (apply Rmult_le_compat_l; lra). lra. }
  assert (PU0 : 0 <= compound (compound w w) (grown - 1)).
  { unfold L_compound at 1. set (ww := compound w w) in *.
    assert (0 <= ww * (grown - 1)) by (apply Rmult_le_pos; lra). lra. }
  set (pu' := compound (compound w w) (grown - 1)) in *.
  assert (ALL : IZR all <= 6 * IZR n) by (rewrite <- mult_IZR; apply IZR_le, A).
  assert (all0 : 0 <= IZR all) by (apply IZR_le, A0). assert (n0 : 0 <= IZR n) by (apply IZR_le, N0).
  assert (ow : 0 <= o * (1 + w)) by (apply Rmult_le_pos; lra). assert (oo : 0 <= o * o) by (apply Rmult_le_pos; lra).
  assert (high0 : 0 <= high) by (eapply Rle_trans; [apply Rabs_pos|exact C1]).
  set (under := (1 + g) * (high * (o * (1 + w))) * (Q + K) + (1 + g) * (high * (IZR n * (o * o + 6 * t PRODUCT)))).
  assert (CP : Rabs (c * p - a * b * c * S0) <= (product_unit u n) * (Rabs (a * b * c) * M) + under).
  { replace (c * p - a * b * c * S0) with (c * (p - a * b * S0)) by ring. rewrite Rabs_mult.
    eapply Rle_trans; [apply Rmult_le_compat_l; [apply Rabs_pos|exact B]|].
    replace (a * b * c) with (c * (a * b)) by ring. rewrite (Rabs_mult c (a * b)).
    assert (V : Rabs c * (Rabs b * (o * (1 + w)) * K + IZR n * (o * o) + Rabs a * (o * (1 + w)) * Q +
      IZR all * t PRODUCT) <= high * (o * (1 + w)) * (Q + K) + high * (IZR n * (o * o + 6 * t PRODUCT))).
    { assert (V1 : Rabs c * Rabs b * (o * (1 + w) * K) <= high * (o * (1 + w) * K)).
      { rewrite <- Rabs_mult. apply Rmult_le_compat_r; [apply Rmult_le_pos; assumption|exact CB]. }
      assert (V2 : Rabs c * Rabs a * (o * (1 + w) * Q) <= high * (o * (1 + w) * Q)).
      { rewrite <- Rabs_mult. apply Rmult_le_compat_r; [apply Rmult_le_pos; assumption|exact CA]. }
      assert (V3 : Rabs c * (IZR n * (o * o) + IZR all * t PRODUCT) <= high * (IZR n * (o * o + 6 * t PRODUCT))).
      { assert (0 <= IZR n * (o * o)) by (apply Rmult_le_pos; assumption).
        assert (0 <= IZR all * t PRODUCT) by (apply Rmult_le_pos; assumption).
        assert (IZR all * t PRODUCT <= 6 * IZR n * t PRODUCT) by (apply Rmult_le_compat_r; assumption).
        apply Rmult_le_compat; [apply Rabs_pos|lra|exact C1|lra]. }
      lra. }
    assert (C0 := Rabs_pos c).
    assert (V4 : pu' * (Rabs c * (Rabs (a * b) * M)) <= (product_unit u n) * (Rabs c * (Rabs (a * b) * M))).
    { apply Rmult_le_compat_r; [|exact PU]. apply Rmult_le_pos; [exact C0|]. apply Rmult_le_pos; [apply Rabs_pos|exact
      M0]. }
    set (inner := Rabs b * (o * (1 + w)) * K + IZR n * (o * o) + Rabs a * (o * (1 + w)) * Q + IZR all * t PRODUCT) in *.
    assert (V5 : grown * (Rabs c * inner) <= (1 + g) * (high * (o * (1 + w)) * (Q + K) +
      high * (IZR n * (o * o + 6 * t PRODUCT)))).
    { apply Rmult_le_compat; [lra| |exact G|exact V]. apply Rmult_le_pos; [exact C0|]. unfold inner.
      repeat first [assumption|apply Rabs_pos|apply Rplus_le_le_0_compat|apply Rmult_le_pos]. }
    unfold under. lra. }
  (* against the exact score *)
  assert (ABC : Rabs (a * b * c) <= (1 + (inputs u)) * Rabs scale + tiny).
  { replace (a * b * c) with ((a * b * c - scale) + scale) by ring. eapply Rle_trans; [apply Rabs_triang|].
    unfold inputs. lra. }
  assert (prod0 : 0 <= (product_unit u n)) by lra.
  set (B1 := (product_unit u n) * ((1 + (inputs u)) * Rabs scale + tiny) * M + under + (inputs u) * Rabs s + tiny * M).
  assert (CS : Rabs (c * p - s) <= B1).
  { replace (c * p - s) with ((c * p - a * b * c * S0) + (a * b * c - scale) * S0) by (unfold s; fold S0; ring).
    eapply Rle_trans; [apply Rabs_triang|]. rewrite (Rabs_mult (a * b * c - scale)).
    assert (X1 : (product_unit u n) * (Rabs (a * b * c) * M) <= (product_unit u n) * (((1 + (inputs u)) * Rabs scale +
      tiny) * M)).
    { apply Rmult_le_compat_l; [exact prod0|]. apply Rmult_le_compat_r; assumption. }
    assert (X2 : Rabs (a * b * c - scale) * Rabs S0 <= ((inputs u) * Rabs scale + tiny) * Rabs S0)
      by (apply Rmult_le_compat_r; [apply Rabs_pos|exact FAR]).
    assert (TIN : 0 <= tiny).
    { unfold tiny, scale_tiny. apply Rmult_le_pos; [exact TI|]. assert (0 <= (1 + u INPUT) * larger)
        by (apply Rmult_le_pos; lra). lra. }
    assert (X3 : tiny * Rabs S0 <= tiny * M) by (apply Rmult_le_compat_l; assumption).
    assert (X4 : Rabs s = Rabs scale * Rabs S0) by (unfold s; fold S0; apply Rabs_mult).
    unfold B1. rewrite X4. lra. }
  (* the (stores u) *)
  destruct (two_roundings _ _ _ _ Y) as (y1 & Y1 & Y2).
  assert (Z1 : near_rounded (u SCORE) (Rabs c * t SCORE) (c * p) (c * st)).
  { unfold rounded_at, near_rounded in *. replace (c * st - c * p) with (c * (st - p)) by ring. rewrite !Rabs_mult.
    replace (u SCORE * (Rabs c * Rabs p) + Rabs c * t SCORE) with (Rabs c * (u SCORE * Rabs p + t SCORE)) by ring.
    apply Rmult_le_compat_l; [apply Rabs_pos|exact ST]. }
  assert (Z2 := compound_rounded _ _ _ _ _ _ _ US Z1 Y1). assert (Z3 := compound_rounded _ _ _ _ _ _ _ US Z2 Y2).
  set (rest := (Rabs c * t SCORE * (1 + u SCORE) + t SCORE) * (1 + u SCORE) + t SCORE) in *.
  replace (compound (compound (u SCORE) (u SCORE)) (u SCORE)) with (stores u) in Z3 by (unfold stores, L_compound;
    ring).
  assert (uu : 0 <= u SCORE * u SCORE) by (apply Rmult_le_pos; assumption).
  assert (ST1 : (1 + u SCORE) * (1 + u SCORE) <= 1 + (stores u)).
  { assert (0 <= u SCORE * u SCORE * u SCORE) by (apply Rmult_le_pos; assumption). unfold stores, L_compound. lra. }
  assert (ST0 : 0 <= (stores u)) by lra.
  assert (REST : rest <= (1 + (stores u)) * (t SCORE * (high + 2))).
  { replace rest with (t SCORE * (Rabs c * ((1 + u SCORE) * (1 + u SCORE)) + (1 + u SCORE) + 1)) by (unfold rest; ring).
    rewrite (Rmult_comm (1 + (stores u))), Rmult_assoc. apply Rmult_le_compat_l; [exact TS|].
    assert (Rabs c * ((1 + u SCORE) * (1 + u SCORE)) <= high * (1 + (stores u)))
      by (apply Rmult_le_compat; [apply Rabs_pos|lra|exact C1|exact ST1]). lra. }
  eapply Rle_trans; [apply (error_grows (stores u) rest B1 s (c * p) y ST0 CS Z3)|].
  unfold part_of_magnitude, part_of_sizes, part_of_score, part_of_nothing, L_compound at 1.
  fold high tiny g w o. unfold B1, under. lra.
Qed.
