(* divided_softmax_math.v - a softmax that divides its probabilities before they multiply the values is an evaluation
   within the errors of one that does so last. *)
From Coq Require Import Reals ZArith List Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total rounded_sum rescaling evaluation engine.
From Plumbline.compare Require Import rounded_sum_math sums_math exponent_math mean_math softmax_math score_math.
From Plumbline.budget Require Import direct_math softmax_math row_softmax_math.
Open Scope R_scope.

(* a sum of terms that are near others once they are multiplied by z *)
Lemma sum_of_scaled_terms : forall u t f x c y a e n d all r s z, 0 <= u -> 0 <= t -> 0 <= f -> 0 <= e -> z <> 0 ->
  P_rescaled_sum u t f x c n d all r s ->
  (forall j, key n j -> 0 <= c j /\ Rabs (c j * (z * x j) - y j) <= e * Rabs (y j) + a j) ->
  Rabs (z * s - sum_below y n) <= compound e (L_growth u d - 1) * sum_below (fun j => Rabs (y j)) n
    + L_growth u d * (sum_below a n + Rabs z * (IZR all * t * L_growth f r)).
Proof.
  intros u t f x c y a e n d all r s z U T F E Z0 S N. assert (A := Rabs_pos_lt z Z0).
  assert (D := sum_of_near_terms u t f x c (fun j => / z * y j) (fun j => / Rabs z * a j) e n d all r s U T F E S).
  cbv beta in D. rewrite (sum_same n (fun j => Rabs (/ z * y j)) (fun j => / Rabs z * Rabs (y j))) in D
    by (intros; rewrite Rabs_mult, Rabs_inv; reflexivity).
  rewrite !sum_factor in D.
  replace (z * s - sum_below y n) with (z * (s - / z * sum_below y n)) by (field; exact Z0). rewrite Rabs_mult.
  eapply Rle_trans; [apply Rmult_le_compat_l; [lra|apply D]|].
  - intros j J. destruct (N j J) as (C & X). split; [exact C|]. apply (Rmult_le_reg_l (Rabs z)); [exact A|].
    rewrite Rabs_mult, Rabs_inv, <- Rabs_mult.
    replace (z * (c j * x j - / z * y j)) with (c j * (z * x j) - y j) by (field; exact Z0).
    replace (Rabs z * (e * (/ Rabs z * Rabs (y j)) + / Rabs z * a j)) with (e * Rabs (y j) + a j) by (field; lra).
    exact X.
  - right. field. lra.
Qed.

(* a probability c near e, divided by y, rounded and stored as q: what y q is off by *)
Lemma divided_probability : forall g tg u t te y e c x q, 0 <= g -> 0 <= u -> y <> 0 -> 0 <= c ->
  Rabs (c - e) <= te -> near_rounded g tg (c / y) x -> near_rounded u t x q ->
  Rabs (y * q - e) <= compound g u * e + ((1 + compound g u) * te + Rabs y * (tg * (1 + u) + t)).
Proof.
  intros g tg u t te y e c x q G U Y C E X Q. assert (A := Rabs_pos_lt y Y).
  assert (P := compound_rounded g tg u t _ _ _ U X Q). unfold near_rounded in P.
  assert (K : 0 <= compound g u) by (unfold L_compound; assert (0 <= g * u) by (apply Rmult_le_pos; assumption); lra).
  set (k := compound g u) in *. apply (Rmult_le_compat_l (Rabs y)) in P; [|lra]. rewrite <- Rabs_mult in P.
  unfold Rdiv in P. rewrite (Rabs_mult c), Rabs_inv, (Rabs_pos_eq c) in P by exact C.
  replace (y * (q - c * / y)) with (y * q - c) in P by (field; exact Y).
  replace (Rabs y * (k * (c * / Rabs y) + (tg * (1 + u) + t))) with (k * c + Rabs y * (tg * (1 + u) + t)) in P
    by (field; lra).
  assert (KC : k * c <= k * (e + te)) by (apply Rmult_le_compat_l; [exact K|]; apply Rabs_le_inv in E; lra).
  replace (y * q - e) with ((y * q - c) + (c - e)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Theorem divided_softmax_evaluates : forall u t n r (s d score v : A_seq) fallen (everything : A_subset) size most x,
  is_model u t n r -> (1 <= n)%Z -> (0 <= r)%Z ->
  (forall j, key n j -> everything j = true) -> scores_within u t n r s d score fallen size most ->
  divided_softmax u t score v n r x -> row_evaluates u t n r s d v fallen everything size most x.
Proof.
  intros u t n r s d score v fallen everything size most x model keys rescalings V H
    (computed & stored & summands & w & small & high & Y & depth & all & SHIFT & SIZED & K &
     (depth' & all' & D' & A' & YS) & Y0 & D & A & N).
  assert (model' := model). destruct model' as (UT & S28 & SX & SR & SA).
  destruct (UT EXPONENT ltac:(lia)) as (UE & TE). destruct (UT RESCALING ltac:(lia)) as (URE & _).
  destruct (UT PROBABILITY ltac:(lia)) as (UP & TP). destruct (UT OPERAND ltac:(lia)) as (UO & TO).
  destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA).
  destruct (many_gammas u t n r model keys rescalings) as (G1 & _ & G3).
  assert (R0 := IZR_le _ _ rescalings). assert (n1 := IZR_le _ _ keys).
  destruct (near_keys u t n r s d score fallen size most high small model keys rescalings H SHIFT SIZED)
    as (near & (last & LA & FL & HL) & bounded & (small0 & SS) & HS & grows & within & most0).
  assert (SMALL := proj1 SIZED). destruct (UT AHEAD ltac:(lia)) as (_ & TAH).
  destruct (UT BEHIND ltac:(lia)) as (_ & TBE).
  destruct (reach t TAH TBE) as ((ahead0 & ahead1) & apart & (behind0 & behind6) & reached6 & E8 & E512 & smaller8 &
    larger1).
  assert (fits : behind t <= reached t) by (unfold reached; lra).
  assert (size0 : 0 <= size) by lra. assert (HM := HS).
  assert (travel0 : 0 <= gamma 5 (u EXPONENT) * (2 * size + 2 + reached t) + IZR r * step u t n r).
  { assert (0 <= gamma 5 (u EXPONENT)) by (apply gamma_positive; lra).
    assert (0 <= gamma 5 (u EXPONENT) * (2 * size + 2 + reached t)) by (apply Rmult_le_pos; lra).
    assert (0 <= IZR r * step u t n r) by (apply Rmult_le_pos; unfold step; lra). lra. }
  set (off := exponent_of u t n r s d fallen size).
  assert (OM : forall j, key n j -> off j <= most).
  { intros j J. unfold off, exponent_of. destruct (fallen j) eqn:FJ; [exact most0|apply within; assumption]. }
  destruct left_over_small as (LO & _). set (te := t EXPONENT + 2 * left_over).
  assert (TE' : 0 <= te) by (unfold te; lra).
  (* one tau for every key *)
  destruct (finite_choice n (fun j tau => 0 <= computed j /\ Rabs tau <= off j /\
    Rabs (computed j - exp (s j - high + tau)) <= te)) as (tau & TAU).
  { intros j J. destruct (K j J) as (KC & _). destruct (H j J) as (B & FALLEN & _).
    destruct KC as [(NF & _ & P)|(FJ & _ & C0 & CP)].
    - destruct (probability_exponent u t n r small size (s j) (d j) (score j) high (computed j) model keys
        rescalings B (SMALL j J NF) HM SS P) as (C0 & th & T1 & T2).
      exists th. split; [exact C0|]. split; [|unfold te; lra]. unfold off, exponent_of. rewrite (near j J NF). lra.
    - unfold is_far in FJ. rewrite Rmult_1_l, Rplus_0_l, Rmult_1_l in CP. unfold off, exponent_of.
      destruct (fallen j) eqn:FB.
      + exists 0. split; [exact C0|]. split; [rewrite Rabs_R0; lra|].
        destruct (proj2 (FALLEN eq_refl) high SHIFT) as (Q & _).
        assert (0 <= d j) by (eapply Rle_trans; [apply Rabs_pos|exact B]).
        destruct (far_exponential (s j - high + 0) ltac:(lra)). apply Rabs_le. unfold te, left_over in *. lra.
      + exists (score j - s j). split; [exact C0|]. destruct (grows j J) as (E & _). split; [lra|].
        destruct (far_exponential (s j - high + (score j - s j)) ltac:(lra)).
        apply Rabs_le. unfold te, left_over in *. lra. }
  set (Z := sum_below (fun j => exp (s j - high)) n).
  assert (Z0 : 0 < Z) by (apply (exponentials_positive (fun j => s j - high)), keys).
  set (e := fun j => exp (s j - high + tau j)). assert (e0 : forall j, 0 < e j) by (intro j; apply exp_pos).
  assert (EX : 1 <= Z * (times_smaller t * exp most)).
  { rewrite Rmult_comm, <- E8, <- exp_plus. apply (excess_suffices s n last); [exact LA|].
    destruct (H last LA) as (B & _).
    assert (C := within last LA FL). destruct (grows last LA). apply Rabs_le_inv in B. lra. }
  assert (ES : sum_below e n <= Z * exp most).
  { rewrite Rmult_comm. unfold Z. rewrite <- sum_factor. apply sum_monotone. intros j J. unfold e.
    rewrite Rplus_comm, exp_plus. apply Rmult_le_compat_r; [left; apply exp_pos|]. apply exp_monotone.
    destruct (TAU j J) as (_ & T & _). assert (B := OM j J). apply Rabs_le_inv in T. lra. }
  assert (ES0 : 0 <= sum_below e n) by (apply sum_positive; intros j _; left; apply e0).
  (* the bounds of the model *)
  assert (one : 1 <= exp most) by (rewrite <- exp_0; apply exp_monotone; exact most0).
  assert (E15 : exp most <= exp (5 * most)) by (apply exp_monotone; lra).
  assert (E25 : exp most * exp most <= exp (5 * most)) by (rewrite <- exp_plus; apply exp_monotone; lra).
  assert (GF : L_growth (u RESCALING) r <= exp most).
  { eapply Rle_trans; [apply growth_exponential; [exact URE|exact rescalings]|]. apply exp_monotone.
    assert (B := within last LA FL). destruct (grows last LA) as (_ & _ & C).
    assert (0 <= IZR r * t EXPONENT) by (apply Rmult_le_pos; lra). lra. }
  assert (GF1 := growth_least (u RESCALING) r URE).
  set (e1 := exp most) in *. set (e5 := exp (5 * most)) in *. set (gf := L_growth (u RESCALING) r) in *.
  set (steps := (n + r + 8)%Z) in *.
  assert (ST : IZR steps = IZR n + IZR r + 8) by (unfold steps; rewrite !plus_IZR; ring).
  assert (GA := growth_gamma (u ACCUMULATE) steps UA ltac:(unfold steps; lia) ltac:(rewrite ST; exact SA)).
  rewrite ST in GA. set (ga := gamma (IZR n + IZR r + 8) (u ACCUMULATE)) in *.
  destruct (lost_positive u t n r UT keys rescalings) as (own0 & own1 & lost1 & tiny1).
  assert (L0 : 0 <= lost u t n r) by lra. assert (T0 : 0 <= sum_tiny u t n r) by lra.
  assert (EZ : e1 <= times_smaller t * (e5 * Z)).
  { apply Rle_trans with (times_smaller t * (e1 * e1 * Z)).
    - replace (times_smaller t * (e1 * e1 * Z)) with (e1 * (Z * (times_smaller t * e1))) by ring. rewrite <-
      (Rmult_1_r e1) at 1.
      apply Rmult_le_compat_l; lra.
    - apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; lra. }
  (* the sum of the probabilities *)
  assert (DN : Rabs (Y - sum_below e n) <= denominator_relative u t n r * sum_below e n +
    denominator_absolute u t n r most * Z).
  { assert (B := sum_of_near_terms (u ACCUMULATE) (t ACCUMULATE) (u RESCALING) summands (fun _ => 1) e
      (fun _ => own_lost u t n r) (u PROBABILITY) n depth' all' r Y UA TA URE UP YS).
    rewrite sum_constant, (sum_same n (fun j => Rabs (e j)) e) in B
      by (lia || intros j _; apply Rabs_pos_eq; left; apply e0). fold gf in B.
    assert (G : L_growth (u ACCUMULATE) depth' <= 1 + ga)
      by (eapply Rle_trans; [apply (growth_monotone _ _ steps UA); unfold steps; lia|exact GA]).
    assert (G1' := growth_least (u ACCUMULATE) depth' UA). set (gd := L_growth (u ACCUMULATE) depth') in *.
    eapply Rle_trans; [apply B|].
    - intros j J. split; [lra|]. destruct (TAU j J) as (C0 & _ & T). destruct (K j J) as (_ & S & _).
      unfold rounded_at, near_rounded in S. rewrite (Rabs_pos_eq (computed j) C0) in S. fold (e j) in T.
      rewrite Rmult_1_l, (Rabs_pos_eq (e j)) by (left; apply e0).
      replace (summands j - e j) with ((summands j - computed j) + (computed j - e j)) by ring.
      eapply Rle_trans; [apply Rabs_triang|].
      assert (u PROBABILITY * computed j <= u PROBABILITY * (e j + te))
        by (apply Rmult_le_compat_l; [exact UP|]; apply Rabs_le_inv in T; lra).
      assert (0 <= u PROBABILITY * t PROBABILITY) by (apply Rmult_le_pos; assumption).
      assert (0 <= (1 + u PROBABILITY) * (IZR r * t EXPONENT)) by (repeat apply Rmult_le_pos; lra).
      assert (0 <= (1 + u PROBABILITY) * t EXPONENT) by (apply Rmult_le_pos; lra).
      assert (1 * ((IZR r + 1) * t EXPONENT) <= times_larger t * ((IZR r + 1) * t EXPONENT))
        by (apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra).
      assert (0 <= u PROBABILITY * (times_larger t * ((IZR r + 1) * t EXPONENT) - (IZR r + 1) * t EXPONENT))
        by (apply Rmult_le_pos; lra).
      unfold own_lost. unfold te in *. lra.
    - apply Rplus_le_compat.
      + apply Rmult_le_compat_r; [exact ES0|]. unfold denominator_relative, L_compound. fold ga.
        assert (u PROBABILITY * (gd - 1) <= u PROBABILITY * ga) by (apply Rmult_le_compat_l; lra). lra.
      + unfold denominator_absolute, gain. fold ga e5.
        assert (N0 : 0 <= IZR n * own_lost u t n r) by (apply Rmult_le_pos; lra).
        assert (AL : IZR all' * t ACCUMULATE <= own_tiny u t n r).
        { unfold own_tiny. apply Rmult_le_compat_r; [exact TA|]. rewrite <- ST.
          replace (3 * IZR steps) with (IZR (3 * steps)) by (rewrite mult_IZR; ring). apply IZR_le. unfold steps. lia. }
        assert (AP : 0 <= IZR all' * t ACCUMULATE).
        { apply Rmult_le_pos; [apply IZR_le|exact TA].
          apply (rescaled_sum_within _ _ _ _ _ _ _ _ _ _ UA TA URE YS). }
        assert (AG : IZR all' * t ACCUMULATE * gf <= own_tiny u t n r * e1) by (apply Rmult_le_compat; lra).
        assert (NG : IZR n * own_lost u t n r <= IZR n * own_lost u t n r * e1)
          by (rewrite <- Rmult_1_r at 1; apply Rmult_le_compat_l; assumption).
        set (q := IZR n * own_lost u t n r + own_tiny u t n r).
        apply Rle_trans with ((1 + ga) * (q * e1)).
        * assert (0 <= IZR all' * t ACCUMULATE * gf) by (apply Rmult_le_pos; lra).
          apply Rmult_le_compat; unfold q; lra.
        * unfold lost, sum_tiny.
          replace ((1 + ga) * e5 * (IZR n * (times_smaller t * own_lost u t n r) + times_smaller t * own_tiny u t n r)
            * Z) with
            ((1 + ga) * (q * (times_smaller t * (e5 * Z)))) by (unfold q; ring).
          apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [unfold q; lra|exact EZ]. }
  (* so large is that sum at most, and so far off what divided probabilities sum to, times it *)
  set (top := (1 + ga) * e5 * (1 + u PROBABILITY) * (1 + IZR n * lost u t n r + sum_tiny u t n r)).
  assert (N0 : 0 <= IZR n * lost u t n r) by (apply Rmult_le_pos; lra).
  assert (ga0 : 0 <= ga) by (assert (B := growth_least (u ACCUMULATE) steps UA); lra).
  assert (YT : Rabs Y <= top * Z).
  { assert (B : Rabs Y <= (1 + denominator_relative u t n r) * sum_below e n + denominator_absolute u t n r most * Z).
    { replace Y with (sum_below e n + (Y - sum_below e n)) by ring. eapply Rle_trans; [apply Rabs_triang|].
      rewrite (Rabs_pos_eq (sum_below e n)) by exact ES0. lra. }
    eapply Rle_trans; [exact B|].
    replace (1 + denominator_relative u t n r) with ((1 + ga) * (1 + u PROBABILITY))
      by (unfold denominator_relative, L_compound; fold ga; ring).
    assert (K0 : 0 <= (1 + ga) * (1 + u PROBABILITY)) by (apply Rmult_le_pos; lra).
    assert (S1 : (1 + ga) * (1 + u PROBABILITY) * sum_below e n <= (1 + ga) * (1 + u PROBABILITY) * (Z * e5)).
    { apply Rmult_le_compat_l; [exact K0|]. eapply Rle_trans; [exact ES|]. apply Rmult_le_compat_l; lra. }
    unfold denominator_absolute, gain, top. fold ga e5.
    assert (S2 : 0 <= (1 + ga) * e5 * Z * (u PROBABILITY * (IZR n * lost u t n r + sum_tiny u t n r)))
      by (repeat apply Rmult_le_pos; lra).
    lra. }
  set (k := compound (L_growth (u ACCUMULATE) 4 - 1) (u PROBABILITY)).
  set (tq := IZR 4 * t ACCUMULATE * L_growth (u ACCUMULATE) 4).
  set (g4 := L_growth (u ACCUMULATE) 4) in *. assert (g41 : 1 <= g4) by apply (growth_least _ _ UA).
  assert (k1 : 1 + k = g4 * (1 + u PROBABILITY)) by (unfold k, L_compound; ring).
  assert (k0 : 0 <= k) by (assert (0 <= (g4 - 1) * (1 + u PROBABILITY)) by (apply Rmult_le_pos; lra); lra).
  set (away := (1 + k) * te + Rabs Y * (tq * (1 + u PROBABILITY) + t PROBABILITY)).
  assert (ko0 : 0 <= compound k (u OPERAND)).
  { unfold L_compound. assert (0 <= k * u OPERAND) by (apply Rmult_le_pos; lra). lra. }
  destruct (rescaled_sum_within _ _ _ _ _ _ _ _ _ _ UA TA (Rle_refl 0) N) as (_ & depth0 & all0 & _).
  assert (NN := sum_of_scaled_terms (u ACCUMULATE) (t ACCUMULATE) 0 (fun j => stored j * w j) (fun _ => 1)
    (fun j => e j * v j)
    (fun j => away * ((1 + u OPERAND) * Rabs (v j) + t OPERAND) + (1 + k) * e j * t OPERAND)
    (compound k (u OPERAND)) n depth all 0 x Y UA TA (Rle_refl 0) ko0 Y0 N).
  cbv beta in NN. rewrite (sum_same n (fun j => Rabs (e j * v j)) (fun j => e j * Rabs (v j))) in NN
    by (intros j _; rewrite Rabs_mult, (Rabs_pos_eq (e j)); [reflexivity|left; apply e0]).
  set (V0 := sum_below (fun j => Rabs (v j)) n) in *.
  assert (V0p : 0 <= V0) by (apply sum_positive; intros; apply Rabs_pos).
  set (values := (1 + u OPERAND) * V0 + IZR n * t OPERAND).
  assert (values0 : 0 <= values).
  { unfold values. assert (0 <= (1 + u OPERAND) * V0) by (apply Rmult_le_pos; lra).
    assert (0 <= IZR n * t OPERAND) by (apply Rmult_le_pos; lra). lra. }
  assert (tq0 : 0 <= tq) by (unfold tq; repeat apply Rmult_le_pos; lra).
  assert (away0 : 0 <= away).
  { unfold away. assert (0 <= (1 + k) * te) by (apply Rmult_le_pos; lra).
    assert (0 <= tq * (1 + u PROBABILITY)) by (apply Rmult_le_pos; lra). assert (B := Rabs_pos Y).
    assert (0 <= Rabs Y * (tq * (1 + u PROBABILITY) + t PROBABILITY)) by (apply Rmult_le_pos; lra). lra. }
  assert (SUM : sum_below (fun j => away * ((1 + u OPERAND) * Rabs (v j) + t OPERAND) + (1 + k) * e j * t OPERAND) n =
    away * values + (1 + k) * t OPERAND * sum_below e n).
  { unfold values, V0. rewrite <- !sum_factor, <- (sum_constant n (t OPERAND)), <- sum_plus, <- sum_factor, <- sum_plus
      by lia. apply sum_same. intros. ring. }
  rewrite SUM in NN. clear SUM.
  assert (G : L_growth (u ACCUMULATE) depth * g4 <= 1 + ga).
  { unfold g4. rewrite <- growth_plus by lia. eapply Rle_trans; [apply (growth_monotone _ _ steps UA)|exact GA].
    unfold steps. lia. }
  assert (GD := growth_least (u ACCUMULATE) depth UA). set (gd := L_growth (u ACCUMULATE) depth) in *.
  exists (fun j => weight s n j * exp (tau j)), tau. split.
  { intro j. split; [|reflexivity]. apply Rmult_le_pos; left; [apply weight_positive, keys|apply exp_pos]. }
  split; [intros j J; exact (exponent_of_nothing u t n r s d fallen size tau j (proj1 (grows j J))
    (proj1 (proj2 (grows j J))) (proj1 (proj2 (TAU j J))))|].
  replace x with (Y * x / Y) by (field; exact Y0).
  assert (EZW : forall j, e j = Z * (weight s n j * exp (tau j))).
  { intro j. unfold e. rewrite (shifted_weight s n high j (tau j) keys). unfold Z. ring. }
  apply (sums_evaluate n _ v everything Z); [exact V|exact Z0|exact Y0| |].
  - rewrite (sum_same n (fun j => Z * _ * v j) (fun j => e j * v j)) by (intros j _; rewrite EZW; reflexivity).
    rewrite (sum_same n (fun j => Z * _ * Rabs (v j)) (fun j => e j * Rabs (v j)))
      by (intros j _; rewrite EZW; reflexivity).
    eapply Rle_trans; [apply NN|].
    + intros j J. split; [lra|]. destruct (TAU j J) as (C0 & _ & T). destruct (K j J) as (_ & _ & (q & Q1 & Q2) & W).
      destruct (roundings_grow _ _ _ _ _ UA TA Q1) as (_ & Q3).
      rewrite Rmult_1_l, <- Rmult_assoc, <- (Rmult_1_l (Y * stored j * w j)).
      apply weighted_value; [left; apply e0|exact k0|exact away0| |exact W].
      rewrite Rmult_1_l.
      apply (divided_probability (g4 - 1) tq (u PROBABILITY) (t PROBABILITY) (te) Y (e j) (computed j) q);
        try assumption. lra.
    + apply Rplus_le_compat.
      * apply Rmult_le_compat_r.
        { apply sum_positive. intros j _. apply Rmult_le_pos; [left; apply e0|apply Rabs_pos]. }
        unfold numerator_relative. fold ga.
        replace (compound (compound k (u OPERAND)) (gd - 1)) with
          ((gd * g4) * ((1 + u PROBABILITY) * (1 + u OPERAND)) - 1)
          by (replace k with (g4 * (1 + u PROBABILITY) - 1) by lra; unfold L_compound; ring).
        assert (B : gd * g4 * ((1 + u PROBABILITY) * (1 + u OPERAND)) <=
          (1 + ga) * ((1 + u PROBABILITY) * (1 + u OPERAND))) by (apply Rmult_le_compat_r; [apply Rmult_le_pos|]; lra).
        unfold L_compound. lra.
      * unfold L_growth at 1. simpl (_ ^ _). rewrite Rmult_1_r.
        set (p1 := 1 + u PROBABILITY) in *. assert (p10 : 1 <= p1) by (unfold p1; lra).
        assert (GD' : gd <= gd * g4) by (rewrite <- (Rmult_1_r gd) at 1; apply Rmult_le_compat_l; lra).
        set (steady := times_smaller t * (p1 * te * values) + p1 * t OPERAND).
        set (divided := (4 * p1 * t ACCUMULATE + t PROBABILITY) * values + sum_tiny u t n r).
        assert (PT : 0 <= p1 * t ACCUMULATE) by (apply Rmult_le_pos; lra).
        assert (PE : 0 <= p1 * te) by (apply Rmult_le_pos; lra).
        assert (PO : 0 <= p1 * t OPERAND) by (apply Rmult_le_pos; lra).
        assert (EV : 0 <= p1 * te * values) by (apply Rmult_le_pos; assumption).
        assert (AV : 0 <= times_smaller t * (p1 * te * values)) by (apply Rmult_le_pos; lra).
        assert (DV : 0 <= (4 * p1 * t ACCUMULATE + t PROBABILITY) * values) by (apply Rmult_le_pos; lra).
        assert (AT : 0 <= IZR all * t ACCUMULATE <= sum_tiny u t n r).
        { split; [apply Rmult_le_pos; [apply IZR_le|]; assumption|].
          apply Rle_trans with (own_tiny u t n r); [|exact tiny1].
          unfold own_tiny. apply Rmult_le_compat_r; [exact TA|]. rewrite <- ST.
          replace (3 * IZR steps) with (IZR (3 * steps)) by (rewrite mult_IZR; ring). apply IZR_le.
          unfold steps. lia. }
        assert (B1 : gd * ((1 + k) * te * values + (1 + k) * t OPERAND * sum_below e n) <=
          (1 + ga) * (Z * e1 * steady)).
        { rewrite k1.
          replace (gd * _) with (gd * g4 * (p1 * te * values + p1 * t OPERAND * sum_below e n)) by ring.
          assert (p1 * te * values * 1 <= p1 * te * values * (Z * (times_smaller t * e1)))
            by (apply Rmult_le_compat_l; assumption).
          assert (p1 * t OPERAND * sum_below e n <= p1 * t OPERAND * (Z * e1)) by (apply Rmult_le_compat_l; assumption).
          assert (0 <= p1 * t OPERAND * sum_below e n) by (apply Rmult_le_pos; assumption).
          apply Rmult_le_compat; [apply Rmult_le_pos; lra|lra|exact G|unfold steady; lra]. }
        assert (B2 : gd * ((tq * p1 + t PROBABILITY) * values + IZR all * t ACCUMULATE) <= (1 + ga) * divided).
        { eapply Rle_trans; [|apply Rmult_le_compat_r; [unfold divided; lra|exact G]].
          unfold tq. replace (gd * _) with (gd * g4 * (4 * p1 * t ACCUMULATE * values) +
            gd * (t PROBABILITY * values + IZR all * t ACCUMULATE)) by ring.
          assert (gd * (t PROBABILITY * values + IZR all * t ACCUMULATE) <=
            gd * g4 * (t PROBABILITY * values + sum_tiny u t n r)).
          { assert (0 <= t PROBABILITY * values) by (apply Rmult_le_pos; assumption).
            apply Rmult_le_compat; lra. }
          unfold divided. lra. }
        assert (DI : 0 <= divided) by (unfold divided; lra). assert (B := Rabs_pos Y).
        assert (B3 : Rabs Y * (gd * ((tq * p1 + t PROBABILITY) * values + IZR all * t ACCUMULATE)) <=
          top * Z * ((1 + ga) * divided)).
        { eapply Rle_trans; [apply Rmult_le_compat_l; [exact B|exact B2]|]. apply Rmult_le_compat_r; [|exact YT].
          apply Rmult_le_pos; lra. }
        set (many := 1 + IZR n * lost u t n r + sum_tiny u t n r) in *.
        assert (many1 : 1 <= many) by (unfold many; lra).
        assert (ST0 : 0 <= steady) by (unfold steady; lra).
        assert (B4 : (1 + ga) * (Z * e1 * steady) <= (1 + ga) * e5 * ((1 + ga) * many) * Z * steady).
        { replace ((1 + ga) * (Z * e1 * steady)) with ((1 + ga) * Z * steady * (e1 * 1)) by ring.
          replace ((1 + ga) * e5 * ((1 + ga) * many) * Z * steady) with
            ((1 + ga) * Z * steady * (e5 * ((1 + ga) * many))) by ring.
          apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra|].
          apply Rmult_le_compat; [lra|lra|exact E15|]. rewrite <- (Rmult_1_l 1) at 1. apply Rmult_le_compat; lra. }
        assert (B5 : steady + p1 * divided <=
          lost_quotient u t n r * values + p1 * (sum_tiny u t n r + t OPERAND)).
        { assert (RT : t EXPONENT <= times_larger t * ((IZR r + 1) * t EXPONENT)).
          { assert (0 <= IZR r * t EXPONENT) by (apply Rmult_le_pos; lra).
            assert (1 * ((IZR r + 1) * t EXPONENT) <= times_larger t * ((IZR r + 1) * t EXPONENT))
              by (apply Rmult_le_compat_r; lra). lra. }
          set (under := times_larger t * ((IZR r + 1) * t EXPONENT)) in *.
          assert (PV : 0 <= p1 * values) by (apply Rmult_le_pos; lra).
          assert (X1 : times_smaller t * (p1 * values * te) <= times_smaller t * (p1 * values *
            (under + 2 * left_over))).
          { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [exact PV|]. unfold te. lra. }
          assert (PP : 0 <= p1 * values * t PROBABILITY) by (apply Rmult_le_pos; assumption).
          assert (X2 : 1 * (p1 * values * t PROBABILITY) <= times_smaller t * (p1 * values * t PROBABILITY))
            by (apply Rmult_le_compat_r; lra).
          unfold steady, divided, lost_quotient, lost, own_lost. fold p1 under. lra. }
        assert (C0 : 0 <= (1 + ga) * e5 * ((1 + ga) * many) * Z) by (repeat apply Rmult_le_pos; lra).
        apply (Rmult_le_compat_l _ _ _ C0) in B5.
        unfold numerator_absolute, dividing, gain. fold ga e5 many V0 values p1.
        unfold top in B3. unfold away. lra.
  - rewrite (sum_same n (fun j => Z * _) e) by (intros j _; rewrite EZW; reflexivity).
    exact DN.
Qed.

Theorem online_softmax_evaluates : forall u t n r (s d score v : A_seq) fallen (everything : A_subset) size most x,
  is_model u t n r -> (1 <= n)%Z -> (0 <= r)%Z ->
  (forall j, key n j -> everything j = true) -> scores_within u t n r s d score fallen size most ->
  P_online_softmax u t score v n r x -> row_evaluates u t n r s d v fallen everything size most x.
Proof.
  intros u t n r s d score v fallen everything size most x model keys rescalings V H [O|O].
  - exact (rescaled_softmax_evaluates u t n r s d score v fallen everything size most x model keys rescalings V H O).
  - exact (divided_softmax_evaluates u t n r s d score v fallen everything size most x model keys rescalings V H O).
Qed.
