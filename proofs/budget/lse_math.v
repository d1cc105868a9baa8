(* lse_math.v - the sum by which an online softmax divides is that of the exact weights, with errors of their exponents,
   times the exact sum; so the logarithm of it, at the last shift, is the exact log-sum-exp plus that of the former. *)
From Coq Require Import Reals ZArith List Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total operators visible rounded_sum rescaling evaluation engine lse.
From Plumbline.compare Require Import rounded_sum_math sums_math exponent_math mean_math softmax_math score_math.
From Plumbline.budget Require Import direct_math softmax_math row_softmax_math visible_math.
Open Scope R_scope.

(* sum / exact sum at the shift, where exponents are off by theta: what visible_sum is of the exact weights *)
Definition sum_within (u t : A_seq) (n h r : Z) (s d : A_seq) (fallen : Z -> bool) (size most shift sum : R) : Prop :=
  exists theta : A_seq, (forall j, key n j -> Rabs (theta j) <= exponent u t n r size (d j) (Rabs (s j)) /\
    (fallen j = true -> theta j = 0)) /\
  exists b, sum = b * sum_below (fun j => exp (s j - shift)) n /\
    let whole := sum_below (fun j => if (j <? h)%Z then weight s n j * exp (theta j) else 0) n in
    Rabs (b - whole) <= denominator_relative u t n r * whole + denominator_absolute u t n r most.

(* one key of the sum, as rescaled_softmax_evaluates has it *)
Lemma keys_of_sum : forall u t n h r (s d score : A_seq) fallen size most small high (m c computed summands : A_seq),
  is_model u t n r -> (1 <= n)%Z -> (0 <= r)%Z -> scores_within u t n r s d score fallen size most ->
  P_shifts_to t score n 2 high -> sized u t score n high small ->
  (forall j, (0 <= j < n)%Z -> key_computed u t score n r high small j (m j) (c j) (computed j) /\
    (if (j <? h)%Z then rounded_at u t PROBABILITY (computed j) (summands j) else summands j = 0)) ->
  forall j, key n j -> (j < h)%Z ->
  weighs (u PROBABILITY) (lost_weight (step u t n r) (t EXPONENT) (u RESCALING) r (2 * most + behind t) (u PROBABILITY)
    (t PROBABILITY + 2 * left_over)) (exponent_of u t n r s d fallen size j) (s j) high (c j) (summands j)
    (summands j).
Proof.
  intros u t n h r s d score fallen size most small high m c computed summands model keys rescalings H SHIFT SIZED
    K j J JH.
  assert (model' := model). destruct model' as (UT & S28 & SX & SR & SA).
  destruct (UT EXPONENT ltac:(lia)) as (UE & TE). destruct (UT RESCALING ltac:(lia)) as (URE & _).
  destruct (UT PROBABILITY ltac:(lia)) as (UP & TP).
  destruct (many_gammas u t n r model keys rescalings) as (G1 & G2 & G3). assert (R0 := IZR_le _ _ rescalings).
  destruct (near_keys u t n r s d score fallen size most high small model keys rescalings H SHIFT SIZED)
    as (near & (top & LA & FL & HT) & bounded & (small0 & SS) & HS & grows & within & most0).
  assert (SMALL := proj1 SIZED). destruct (UT AHEAD ltac:(lia)) as (_ & TAH).
  destruct (UT BEHIND ltac:(lia)) as (_ & TBE).
  destruct (reach t TAH TBE) as ((ahead0 & ahead1) & apart & (behind0 & behind6) & reached6 & E8 & E512 & smaller8 &
    larger1).
  assert (fits : behind t <= reached t) by (unfold reached; lra).
  assert (size0 : 0 <= size) by lra.
  set (g := gamma 5 (u EXPONENT)) in *.
  assert (g0 : 0 <= g <= 1).
  { assert (0 <= 5 * u EXPONENT) by lra. split; [apply gamma_positive; lra|].
    assert (Q := gamma_plus_one 5 (u EXPONENT) ltac:(lra)). assert (/ (1 - 5 * u EXPONENT) <= / (23 / 28))
      by (apply Rinv_le_contravar; lra). fold g in Q. lra. }
  assert (step0 : 0 <= step u t n r) by (unfold step; lra).
  set (bound := fun j => exponent u t n r size (d j) (Rabs (s j)) - (g *
    (2 * size + 2 + reached t) + IZR r * step u t n r)).
  assert (travel0 : 0 <= g * (2 * size + 2 + reached t) + IZR r * step u t n r).
  { assert (0 <= g * (2 * size + 2 + reached t)) by (apply Rmult_le_pos; lra).
    assert (0 <= IZR r * step u t n r) by (apply Rmult_le_pos; lra). lra. }
  assert (OFF : forall j, fallen j = false ->
    exponent_of u t n r s d fallen size j = bound j + (g * (2 * size + 2 + reached t) + IZR r * step u t n r)).
  { intros i FI. unfold exponent_of, bound. rewrite FI. ring. }
  assert (UT' : u RESCALING < 1).
  { assert (3 * u RESCALING <= (IZR r + 3) * u RESCALING) by (apply Rmult_le_compat_r; lra). lra. }
  destruct left_over_small as (LO & _). set (tp := t PROBABILITY + 2 * left_over).
  assert (TP' : 0 <= tp) by (unfold tp; lra).
  destruct (K j J) as (KC & S). rewrite (proj2 (Z.ltb_lt j h) JH) in S. destruct (H j J) as (B & FALLEN & _).
  unfold rounded_at, near_rounded in S.
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
    rewrite (Rabs_pos_eq (computed j) C0) in S. destruct (grows j J) as (E & _). assert (C := within j J FJ).
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
  - rewrite (Rabs_pos_eq (computed j) C0) in S. unfold is_far in FJ.
    unfold exponent_of. destruct (fallen j) eqn:FB.
    + apply (far_weighs _ _ _ _ _ _ _ _ _ 0 _ _ (computed j)); try assumption; try lra.
      * rewrite Rabs_R0. lra.
      * destruct (proj2 (FALLEN eq_refl) high SHIFT) as (Q & _).
        assert (0 <= d j) by (eapply Rle_trans; [apply Rabs_pos|exact B]). lra.
    + apply (far_weighs _ _ _ _ _ _ _ _ _ (score j - s j) _ _ (computed j)); try assumption; try lra.
      destruct (grows j J) as (E & _). lra.
Qed.

Theorem computed_sum_within : forall u t n h r (s d score : A_seq) fallen size most small shift sum,
  is_model u t n r -> (1 <= n)%Z -> (0 <= r)%Z -> scores_within u t n r s d score fallen size most ->
  sum_computed u t score n h r small shift sum ->
  Rabs shift <= size + reached t /\ small <= size /\ sum_within u t n h r s d fallen size most shift sum.
Proof.
  intros u t n h r s d score fallen size most small shift sum model keys rescalings H
    (m & c & computed & summands & high & SHIFT & SIZED & -> & K & (depth & all & D & A & Y)).
  assert (model' := model). destruct model' as (UT & S28 & SX & SR & SA).
  destruct (UT EXPONENT ltac:(lia)) as (UE & TE). destruct (UT RESCALING ltac:(lia)) as (URE & _).
  destruct (UT PROBABILITY ltac:(lia)) as (UP & TP). destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA).
  destruct (many_gammas u t n r model keys rescalings) as (G1 & G2 & G3). assert (R0 := IZR_le _ _ rescalings).
  assert (n1 := IZR_le _ _ keys).
  destruct (near_keys u t n r s d score fallen size most high small model keys rescalings H SHIFT SIZED)
    as (near & (top & LA & FL & HT) & bounded & (small0 & SS) & HS & grows & within & most0).
  destruct (UT AHEAD ltac:(lia)) as (_ & TAH).
  destruct (UT BEHIND ltac:(lia)) as (_ & TBE).
  destruct (reach t TAH TBE) as ((ahead0 & ahead1) & apart & (behind0 & behind6) & reached6 & E8 & E512 & smaller8 &
    larger1).
  assert (fits : behind t <= reached t) by (unfold reached; lra).
  assert (step0 : 0 <= step u t n r) by (unfold step; lra).
  split; [lra|]. split; [exact SS|].
  assert (KEYS := keys_of_sum u t n h r s d score fallen size most small high m c computed summands model keys
    rescalings H SHIFT SIZED K).
  destruct left_over_small as (LO & _). set (tp := t PROBABILITY + 2 * left_over) in *.
  assert (TP' : 0 <= tp) by (unfold tp; lra).
  set (lw := lost_weight (step u t n r) (t EXPONENT) (u RESCALING) r (2 * most + behind t) (u PROBABILITY) tp) in *.
  assert (LP : 0 <= lw) by (apply lost_weight_positive; assumption).
  (* one theta for every key *)
  destruct (finite_choice n (fun j th => Rabs th <= exponent_of u t n r s d fallen size j /\
    ((j < h)%Z -> 0 <= c j /\
     Rabs (c j * summands j - exp (s j - high + th)) <= u PROBABILITY * exp (s j - high + th) + lw)))
    as (theta & TH).
  { intros j J. destruct (Z_lt_le_dec j h) as [JH|JH].
    - destruct (KEYS j J JH) as (C & th & B & B1 & _). exists th. split; [exact B|]. intros _. split; assumption.
    - exists 0. split; [|lia]. rewrite Rabs_R0. unfold exponent_of. destruct (fallen j); [lra|].
      destruct (grows j J) as (E & d0 & _). lra. }
  exists theta. split.
  { intros j J. destruct (grows j J) as (E & d0 & _).
    exact (exponent_of_nothing u t n r s d fallen size theta j E d0 (proj1 (TH j J))). }
  set (total := sum_below (fun j => exp (s j - high)) n).
  assert (total0 : 0 < total) by (apply (exponentials_positive (fun j => s j - high) n keys)).
  set (p := fun j => if (j <? h)%Z then exp (s j - high + theta j) else 0).
  assert (p0 : forall j, 0 <= p j) by (intro j; unfold p; destruct (j <? h)%Z; [left; apply exp_pos|lra]).
  set (whole := sum_below (fun j => if (j <? h)%Z then weight s n j * exp (theta j) else 0) n).
  assert (PW : sum_below p n = total * whole).
  { unfold whole. rewrite <- sum_factor. apply sum_same. intros j J. unfold p, total.
    destruct (j <? h)%Z; [rewrite (shifted_weight s n (high) j (theta j) keys)|]; ring. }
  assert (whole0 : 0 <= whole).
  { apply sum_positive. intros j J. destruct (j <? h)%Z; [|lra].
    apply Rmult_le_pos; left; [apply weight_positive, keys|apply exp_pos]. }
  (* the sum may be as deep as allowed *)
  set (steps := (n + r + 8)%Z) in *. assert (steps1 : (1 <= steps)%Z) by (unfold steps; lia).
  assert (Y' := deeper _ _ _ _ _ _ _ all _ _ steps (3 * steps) TA rescalings D steps1 ltac:(lia) Y).
  assert (ST : IZR steps = IZR n + IZR r + 8) by (unfold steps; rewrite !plus_IZR; ring).
  assert (GA := growth_gamma (u ACCUMULATE) steps UA ltac:(lia) ltac:(rewrite ST; exact SA)). rewrite ST in GA.
  assert (G0 := growth_least (u ACCUMULATE) steps UA).
  set (ga := gamma (IZR n + IZR r + 8) (u ACCUMULATE)) in *. set (gr := L_growth (u ACCUMULATE) steps) in *.
  assert (DN : Rabs (sum - sum_below p n) <= compound (u PROBABILITY) (gr - 1) * sum_below p n +
    gr * (IZR n * lw + IZR (3 * steps) * t ACCUMULATE * L_growth (u RESCALING) r)).
  { assert (S := sum_of_near_terms (u ACCUMULATE) (t ACCUMULATE) (u RESCALING) summands c p (fun _ => lw)
      (u PROBABILITY) n steps (3 * steps) r sum UA TA URE UP Y').
    rewrite sum_constant in S by lia. rewrite (sum_same n (fun j => Rabs (p j)) p) in S
      by (intros j J; apply Rabs_pos_eq, p0).
    apply S. intros j J. rewrite (Rabs_pos_eq (p j)) by apply p0. unfold p. destruct (TH j J) as (_ & B).
    destruct (K j J) as (KC & Z). destruct (Z.ltb_spec j h) as [JH|JH]; [exact (B JH)|]. rewrite Z.
    split; [|rewrite Rmult_0_r, Rmult_0_r, Rminus_0_r, Rabs_R0; lra].
    destruct KC as [(_ & [(_ & count & CC & C)|(_ & C)] & _)|(_ & C & _)]; [|lra|lra].
    apply (rescaling_bounds _ _ _ _ _ _ _ _ C). }
  exists (sum / total). split; [field; lra|]. cbv zeta. fold whole.
  apply (Rmult_le_reg_l total); [exact total0|]. rewrite <- (Rabs_pos_eq total) at 1 by lra. rewrite <- Rabs_mult.
  replace (total * (sum / total - whole)) with (sum - sum_below p n) by (rewrite PW; field; lra).
  eapply Rle_trans; [exact DN|]. rewrite PW.
  assert (KR : compound (u PROBABILITY) (gr - 1) <= denominator_relative u t n r).
  { unfold denominator_relative, L_compound. fold ga.
    assert (u PROBABILITY * (gr - 1) <= u PROBABILITY * ga) by (apply Rmult_le_compat_l; lra). lra. }
  assert (KT : compound (u PROBABILITY) (gr - 1) * (total * whole) <= denominator_relative u t n r * (total * whole)).
  { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact KR]. }
  assert (EX : 1 <= times_smaller t * exp most * total).
  { unfold total. rewrite <- E8, <- exp_plus. apply (excess_suffices s n top); [exact LA|].
    destruct (H top LA) as (B & _). assert (C := within top LA FL). destruct (grows top LA). apply Rabs_le_inv in B.
    lra. }
  (* what underflows *)
  destruct (grows top LA) as (_ & _ & B0). assert (B1 := within top LA FL).
  assert (RE : IZR r * step u t n r <= most).
  { unfold step. assert (0 <= 3 * gamma 1 (u RESCALING)) by lra. lra. }
  assert (tr0 : 0 <= IZR r * t EXPONENT) by (apply Rmult_le_pos; lra).
  assert (GF : L_growth (u RESCALING) r <= exp most).
  { eapply Rle_trans; [apply growth_exponential; [exact URE|exact rescalings]|]. apply exp_monotone. lra. }
  assert (GF1 := growth_least (u RESCALING) r URE).
  assert (ER : exp (IZR r * step u t n r + (2 * most + behind t)) <= exp (3 * most) * times_larger t).
  { rewrite <- Rplus_assoc, exp_plus. apply Rmult_le_compat; [left; apply exp_pos|left; apply exp_pos| |exact E512].
    apply exp_monotone. lra. }
  assert (ER0 := exp_pos (IZR r * step u t n r + (2 * most + behind t))).
  assert (one3 : 1 <= exp (3 * most)) by (rewrite <- exp_0; apply exp_monotone; lra).
  assert (E5 : exp (5 * most) = exp most * (exp most * exp (3 * most))).
  { rewrite <- !exp_plus. f_equal. ring. }
  assert (one : 1 <= exp most) by (rewrite <- exp_0; apply exp_monotone; exact most0).
  destruct (lost_positive u t n r UT keys rescalings) as (own0 & own1).
  set (e1 := exp most) in *. set (e3 := exp (3 * most)) in *. set (e5 := exp (5 * most)) in *.
  set (gf := L_growth (u RESCALING) r) in *.
  assert (e13 : e1 <= e1 * e3) by (rewrite <- (Rmult_1_r e1) at 1; apply Rmult_le_compat_l; lra).
  assert (LW : lw <= own_lost u t n r * (e1 * e3)).
  { unfold lw, lost_weight. fold gf. set (er := exp (IZR r * step u t n r + (2 * most + behind t))) in *.
    assert (RT : 0 <= (IZR r + 1) * t EXPONENT) by (apply Rmult_le_pos; lra).
    set (under := (IZR r + 1) * t EXPONENT) in *.
    replace (own_lost u t n r) with ((1 + u PROBABILITY) * (tp + times_larger t * under))
      by (unfold own_lost, tp, under; ring).
    assert (IN : tp + under * er <= e3 * (tp + times_larger t * under)).
    { assert (1 * tp <= e3 * tp) by (apply Rmult_le_compat_r; assumption).
      assert (under * er <= under * (e3 * times_larger t)) by (apply Rmult_le_compat_l; assumption). lra. }
    replace ((1 + u PROBABILITY) * (tp + times_larger t * under) * (e1 * e3)) with
      ((1 + u PROBABILITY) * (e1 * (e3 * (tp + times_larger t * under)))) by ring.
    assert (0 <= under * er) by (apply Rmult_le_pos; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra. }
  assert (TT : IZR (3 * steps) * t ACCUMULATE * gf <= own_tiny u t n r * (e1 * e3)).
  { rewrite mult_IZR, ST. unfold own_tiny. apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra|lra]. }
  assert (I0 : 0 <= IZR n * own_lost u t n r + own_tiny u t n r).
  { assert (0 <= IZR n * own_lost u t n r) by (apply Rmult_le_pos; lra). lra. }
  assert (NW : IZR n * lw + IZR (3 * steps) * t ACCUMULATE * gf <=
    (IZR n * own_lost u t n r + own_tiny u t n r) * (e1 * e3)).
  { assert (IZR n * lw <= IZR n * (own_lost u t n r * (e1 * e3))) by (apply Rmult_le_compat_l; lra). lra. }
  assert (UN : gr * (IZR n * lw + IZR (3 * steps) * t ACCUMULATE * gf) <=
    denominator_absolute u t n r most * total).
  { unfold denominator_absolute, gain, lost, sum_tiny. fold ga e5. rewrite E5.
    set (x := IZR n * own_lost u t n r + own_tiny u t n r) in *. set (y := IZR n * lw + _) in *.
    assert (e130 : 0 <= e1 * e3) by (apply Rmult_le_pos; lra).
    assert (X0 : 0 <= x * (e1 * e3)) by (apply Rmult_le_pos; lra).
    assert (GX : gr * y <= (1 + ga) * (x * (e1 * e3))).
    { apply Rle_trans with (gr * (x * (e1 * e3))); [apply Rmult_le_compat_l; lra|apply Rmult_le_compat_r; lra]. }
    eapply Rle_trans; [exact GX|].
    replace ((1 + ga) * (e1 * (e1 * e3)) * (IZR n * (times_smaller t * own_lost u t n r) + times_smaller t * own_tiny
      u t n r) * total) with
      ((1 + ga) * (x * (e1 * e3)) * (times_smaller t * e1 * total)) by (unfold x; ring).
    rewrite <- (Rmult_1_r ((1 + ga) * (x * (e1 * e3)))) at 1. apply Rmult_le_compat_l; [|exact EX].
    apply Rmult_le_pos; lra. }
  lra.
Qed.

(* the shift and the logarithm, rounded, and their sum *)
Lemma logarithm_added : forall e t size first rest a b whole l k, 0 <= e -> 0 <= t -> 28 * e < 1 -> 0 <= size ->
  first + rest = l -> Rabs first + Rabs rest <= 2 * (size + k) -> k <= Rabs l + size ->
  P_roundings e t 3 first a -> P_roundings e t 3 rest b -> P_roundings e t 2 (a + b) whole ->
  Rabs (whole - l) <= gamma 12 e * size + gamma 8 e * Rabs l + 10 * t.
Proof.
  intros e t size first rest a b whole l k E T M S FR SZ K A B W.
  assert (GA := roundings_gamma _ _ 3 _ _ E T ltac:(lra) A). assert (GB := roundings_gamma _ _ 3 _ _ E T ltac:(lra) B).
  assert (GW := roundings_gamma _ _ 2 _ _ E T ltac:(lra) W). unfold near_rounded in GA, GB, GW.
  set (g3 := gamma 3 e) in *. set (g2 := gamma 2 e) in *.
  assert (D : forall c, 0 <= c <= 28 -> 0 <= c * e < 1).
  { intros c C. split; [apply Rmult_le_pos; lra|]. assert (c * e <= 28 * e) by (apply Rmult_le_compat_r; lra). lra. }
  assert (g30 : 0 <= g3 <= 3 / 25).
  { split; [apply gamma_positive, (D 3); lra|]. assert (Q := gamma_plus_one 3 e ltac:(apply (D 3); lra)).
    assert (/ (1 - 3 * e) <= / (25 / 28)) by (apply Rinv_le_contravar; lra). fold g3 in Q. lra. }
  assert (g20 : 0 <= g2 <= 2 / 26).
  { split; [apply gamma_positive, (D 2); lra|]. assert (Q := gamma_plus_one 2 e ltac:(apply (D 2); lra)).
    assert (/ (1 - 2 * e) <= / (26 / 28)) by (apply Rinv_le_contravar; lra). fold g2 in Q. lra. }
  (* 3 e / (1 - 3 e) / (1 - 2 e) <= 3 e / (1 - 5 e) *)
  assert (D2 := D 2 ltac:(lra)). assert (D3 := D 3 ltac:(lra)). assert (D5 := D 5 ltac:(lra)).
  assert (D8 := D 8 ltac:(lra)). assert (D12 := D 12 ltac:(lra)).
  set (i := / (1 - 5 * e)). assert (i0 : 0 < i) by (apply Rinv_0_lt_compat; lra).
  assert (h : (1 + g2) * g3 <= 3 * e * i).
  { unfold g2, g3. rewrite gamma_plus_one by lra. unfold L_gamma_of, Rdiv.
    replace (/ (1 - 2 * e) * (3 * e * / (1 - 3 * e))) with (3 * e * / ((1 - 2 * e) * (1 - 3 * e))) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [lra|]. assert (0 <= e * e) by (apply Rmult_le_pos; lra).
    lra. }
  assert (h2 : g2 <= 2 * e * i).
  { unfold g2, L_gamma_of, Rdiv. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
  assert (h8 : 8 * e * i <= gamma 8 e).
  { unfold L_gamma_of, Rdiv. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
  assert (h12 : 12 * e * i <= gamma 12 e).
  { unfold L_gamma_of, Rdiv. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
  set (off := Rabs (a - first) + Rabs (b - rest)).
  assert (T3 : g3 * t <= 3 / 25 * t) by (apply Rmult_le_compat_r; lra).
  assert (T2 : g2 * t <= 2 / 26 * t) by (apply Rmult_le_compat_r; lra).
  assert (O : off <= g3 * (4 * size + 2 * Rabs l) + 6 * (28 / 25) * t).
  { assert (g3 * (Rabs first + Rabs rest) <= g3 * (4 * size + 2 * Rabs l)) by (apply Rmult_le_compat_l; lra).
    unfold off. lra. }
  assert (O0 : 0 <= off) by (unfold off; assert (P := Rabs_pos (a - first)); assert (Q := Rabs_pos (b - rest)); lra).
  assert (AB : Rabs (a + b - l) <= off).
  { replace (a + b - l) with ((a - first) + (b - rest)) by lra. apply Rabs_triang. }
  assert (SA : Rabs (a + b) <= Rabs l + off).
  { replace (a + b) with (l + (a + b - l)) by ring. eapply Rle_trans; [apply Rabs_triang|lra]. }
  assert (GS : g2 * Rabs (a + b) <= g2 * (Rabs l + off)) by (apply Rmult_le_compat_l; lra).
  assert (WL : Rabs (whole - l) <= (1 + g2) * off + g2 * Rabs l + 2 * t * (1 + g2)).
  { replace (whole - l) with ((whole - (a + b)) + (a + b - l)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (l0 := Rabs_pos l). set (sizes := 4 * size + 2 * Rabs l) in *.
  assert (F : (1 + g2) * off <= 3 * e * i * sizes + (28 / 26) * (6 * (28 / 25) * t)).
  { apply Rle_trans with ((1 + g2) * (g3 * sizes + 6 * (28 / 25) * t)); [apply Rmult_le_compat_l; lra|].
    assert ((1 + g2) * g3 * sizes <= 3 * e * i * sizes) by (apply Rmult_le_compat_r; unfold sizes; lra).
    assert ((1 + g2) * (6 * (28 / 25) * t) <= (28 / 26) * (6 * (28 / 25) * t))
      by (apply Rmult_le_compat_r; lra). lra. }
  assert (GL : g2 * Rabs l <= 2 * e * i * Rabs l) by (apply Rmult_le_compat_r; lra).
  assert (H8 : 8 * e * i * Rabs l <= gamma 8 e * Rabs l) by (apply Rmult_le_compat_r; lra).
  assert (H12 : 12 * e * i * size <= gamma 12 e * size) by (apply Rmult_le_compat_r; lra).
  unfold sizes in F. lra.
Qed.

Theorem lse_within : forall u t n h r (s d score : A_seq) fallen size most x,
  is_model u t n r -> (1 <= n)%Z -> (0 <= r)%Z -> scores_within u t n r s d score fallen size most ->
  P_lse_computed u t score n h r x ->
  exists theta a z b, (forall j, key n j -> Rabs (theta j) <= exponent u t n r size (d j) (Rabs (s j)) /\
    (fallen j = true -> theta j = 0)) /\ 0 < a /\
  let whole := sum_below (fun j => if (j <? h)%Z then weight s n j * exp (theta j) else 0) n in
  let l := ln (sum_below (fun j => exp (s j)) n) + ln a in
  Rabs (a - whole) <= denominator_relative u t n r * whole + denominator_absolute u t n r most /\
  Rabs (z - l) <= gamma 12 (u EXPONENT) * (size + reached t) + gamma 8 (u EXPONENT) * Rabs l + 10 * t EXPONENT /\
  rounded_at u t EXPONENT z b /\ rounded_at u t TENSOR b x.
Proof.
  intros u t n h r s d score fallen size most x model keys rescalings H
    (small & shift & sum & first & rest & p & q & whole & b & S & S0 & FR & SZ & A & B & W & E & T).
  destruct (computed_sum_within u t n h r s d score fallen size most small shift sum model keys rescalings H S)
    as (SH & SS & theta & TH & a & SA & D).
  set (total := sum_below (fun j => exp (s j - shift)) n) in *.
  assert (total0 : 0 < total) by (apply (exponentials_positive (fun j => s j - shift) n keys)).
  assert (a0 : 0 < a).
  { apply (Rmult_lt_reg_r total); [exact total0|]. rewrite Rmult_0_l, <- SA. exact S0. }
  assert (every0 : 0 < sum_below (fun j => exp (s j)) n) by (apply (exponentials_positive s n keys)).
  assert (LT : ln (sum_below (fun j => exp (s j)) n) = shift + ln total).
  { transitivity (ln (exp shift * total)); [|rewrite ln_mult, ln_exp by (try exact total0; apply exp_pos); reflexivity].
    f_equal. unfold total. rewrite <- sum_factor. apply sum_same. intros j _. rewrite <- exp_plus. f_equal. ring. }
  set (l := ln (sum_below (fun j => exp (s j)) n) + ln a).
  assert (SL : shift + ln sum = l).
  { unfold l. rewrite LT, SA, ln_mult by assumption. ring. }
  destruct model as (UT & S28 & _). destruct (UT EXPONENT ltac:(lia)) as (UE & TE).
  exists theta, a, whole, b. split; [exact TH|]. split; [exact a0|]. cbv zeta. fold l. split; [exact D|].
  split; [|split; assumption]. rewrite SL in FR. destruct (UT AHEAD ltac:(lia)) as (_ & TAH).
  destruct (UT BEHIND ltac:(lia)) as (_ & TBE).
  destruct (reach t TAH TBE) as (_ & _ & _ & reached6 & _).
  apply (logarithm_added (u EXPONENT) (t EXPONENT) (size + reached t) first rest p q whole l (Rabs (ln sum)));
    try assumption; try lra.
  - eapply Rle_trans; [apply Rabs_pos|exact SH].
  - replace (ln sum) with (l - shift) by lra. unfold Rminus. eapply Rle_trans; [apply Rabs_triang|].
    rewrite Rabs_Ropp. lra.
Qed.

(* ---- the keys that are visible ---- *)

Lemma total_of_first : forall f k n, (k <= n)%nat -> (forall i, (k <= i < n)%nat -> f (Z.of_nat i) = 0) ->
  total f n = total f k.
Proof.
  intros f k n L. induction L as [|n L IH]; intro H; [reflexivity|]. simpl. rewrite IH, H by (intros; try apply H; lia).
  ring.
Qed.

(* of the keys that are visible, those below h *)
Lemma sum_of_first : forall (own w : A_seq) (m : A_subset) n h, (0 <= h <= n)%Z ->
  (forall i, (0 <= i < L_visible_count m n)%Z -> w i = own (place m n i)) ->
  sum_below (fun i => if (i <? L_visible_count m h)%Z then w i else 0) (L_visible_count m n) = L_visible_total own m h.
Proof.
  intros own w m n h H W. set (f := fun j => if (j <? h)%Z then own j else 0).
  rewrite (sum_same _ _ (fun i => f (place m n i))).
  - transitivity (sum_below (fun j => if m j then f j else 0) n).
    + exact (sum_over_visible f (fun i => f (place m n i)) m n (fun i _ => eq_refl)).
    + unfold L_visible_total, sum_below. rewrite (total_of_first _ (Z.to_nat h) (Z.to_nat n)).
      * apply total_of_same. intros j J. unfold f. destruct (Z.ltb_spec j h); [reflexivity|lia].
      * lia.
      * intros j J. unfold f. destruct (Z.ltb_spec (Z.of_nat j) h); [lia|destruct (m (Z.of_nat j)); reflexivity].
  - intros i I. destruct (key_of_number m n i I) as ((A & B) & M & C). rewrite (W i I). unfold f.
    set (j := place m n i) in *. rewrite <- C. unfold L_visible_count.
    destruct (Z.ltb_spec j h) as [J|J].
    + assert (G := count_after m (Z.to_nat j) (Z.to_nat h) ltac:(lia)). rewrite Z2Nat.id in G by exact A.
      specialize (G M).
      destruct (Z.ltb_spec (count_below m (Z.to_nat j)) (count_below m (Z.to_nat h))); [reflexivity|lia].
    + assert (G := count_grows m (Z.to_nat h) (Z.to_nat j) ltac:(lia)).
      destruct (Z.ltb_spec (count_below m (Z.to_nat j)) (count_below m (Z.to_nat h))); [lia|reflexivity].
Qed.
