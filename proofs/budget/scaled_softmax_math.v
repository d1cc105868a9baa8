(* scaled_softmax_math.v - a scaled softmax whose factor multiplies each weight, over alpha, is a softmax in a wider
   model. *)
From Coq Require Import Reals ZArith List Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum rescaling engine scaled_softmax.
From Plumbline.compare Require Import rounded_sum_math.
From Plumbline.budget Require Import row_score_math softpick_engine_math.
Import ListNotations.
Open Scope R_scope.

(* ---- sums of terms times K ---- *)

Lemma partial_times : forall u t f x y K, 0 <= K -> (forall i, y i = K * x i) ->
  (forall terms d a r s, partial u t f x terms d a r s -> partial u (K * t) f y terms d a r (K * s)) /\
  (forall terms d a r p s size, gathered u t f x terms d a r p s size ->
    gathered u (K * t) f y terms d a r p (K * s) (K * size)).
Proof.
  intros u t f x y K P Y.
  assert (A : forall s, K * Rabs s = Rabs (K * s)) by (intro s; rewrite Rabs_mult, (Rabs_pos_eq K P); reflexivity).
  apply (partial_gathered_ind u t f x (fun terms d a r s => partial u (K * t) f y terms d a r (K * s))
    (fun terms d a r p s size => gathered u (K * t) f y terms d a r p (K * s) (K * size))).
  - rewrite Rmult_0_r. apply partial_none.
  - intro i. rewrite <- Y. apply partial_term.
  - intros terms d a r s z _ IH N. apply (partial_rounded _ _ _ _ _ _ _ _ _ _ IH).
    apply (rounded_times u t (K * t)); [exact P|lra|exact N].
  - intros terms d a r s terms' d' a' r' s' _ IH _ IH'. rewrite Rmult_plus_distr_l. apply partial_joined; assumption.
  - intros terms d a r s c _ IH C. replace (K * (c * s)) with (c * (K * s)) by ring. apply partial_scaled; assumption.
  - intros terms d a r p s size z _ IH N. apply (partial_block _ _ _ _ _ _ _ _ _ _ _ _ IH).
    replace (K * z - K * s) with (K * (z - s)) by ring. rewrite <- A.
    replace (IZR p * (u * (K * size) + K * t)) with (K * (IZR p * (u * size + t))) by ring.
    apply Rmult_le_compat_l; assumption.
  - intros terms d a r s _ IH. rewrite A. apply gathered_first, IH.
  - intros terms d a r p s size terms' d' a' r' s' _ IH _ IH'. rewrite !Rmult_plus_distr_l, A.
    apply gathered_next; assumption.
Qed.

Lemma sum_times : forall u t w f x y c n d a r s K, 0 <= K -> (forall i, y i = K * x i) -> K * t <= w ->
  P_rescaled_sum u t f x c n d a r s -> P_rescaled_sum u w f y c n d a r (K * s).
Proof.
  intros u t w f x y c n d a r s K P Y L (terms & O & C & S). exists terms. split; [exact O|]. split; [exact C|].
  apply (proj1 (partial_tinier _ _ _ _ _ L)), (proj1 (partial_times _ _ _ _ _ _ P Y)), S.
Qed.

(* ---- the wider model ---- *)

Lemma rounded_wider : forall u t a b x y, u <= a -> t <= b -> near_rounded u t x y -> near_rounded a b x y.
Proof.
  unfold near_rounded. intros u t a b x y U T H.
  assert (u * Rabs x <= a * Rabs x) by (apply Rmult_le_compat_r; [apply Rabs_pos|exact U]). lra.
Qed.

Definition twice (e : R) := compound e e.
Definition multiplied_unit (u t : A_seq) (alpha : R) : R :=
  compound (twice (u PROBABILITY)) (compound (u INPUT + t INPUT / alpha) (twice (u ACCUMULATE))).
Definition multiplied_tiny (u t : A_seq) (alpha : R) : R :=
  (1 + multiplied_unit u t alpha) * (t PROBABILITY + (t PROBABILITY + 2 * t ACCUMULATE) / alpha).
Definition wider (u t : A_seq) (alpha : R) (a b : A_seq) : Prop :=
  multiplied_unit u t alpha <= a PROBABILITY /\ multiplied_tiny u t alpha <= b PROBABILITY /\
  t ACCUMULATE + t ACCUMULATE / alpha <= b ACCUMULATE /\ a ACCUMULATE = u ACCUMULATE /\
  forall i, (0 <= i < 12)%Z -> i <> PROBABILITY -> i <> ACCUMULATE -> a i = u i /\ b i = t i.

(* the factor, over alpha, is 1 but for what it is off by *)
Lemma factor_over : forall u t alpha factor x, 0 < alpha -> near_rounded u t alpha factor ->
  near_rounded (u + t / alpha) 0 x (factor / alpha * x).
Proof.
  unfold near_rounded. intros u t alpha factor x A H. rewrite (Rabs_pos_eq alpha) in H by lra.
  replace (factor / alpha * x - x) with ((factor - alpha) / alpha * x) by (field; lra).
  rewrite Rabs_mult, Rplus_0_r. apply Rmult_le_compat_r; [apply Rabs_pos|].
  unfold Rdiv at 1. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq alpha) by lra.
  assert (I := Rinv_0_lt_compat alpha A). apply (Rmult_le_compat_r (/ alpha)) in H; [|lra].
  eapply Rle_trans; [exact H|]. right. field. lra.
Qed.

Lemma product_at_least : forall a b, 1 <= a -> 1 <= b -> a <= a * b.
Proof. intros a b A B. rewrite <- (Rmult_1_r a) at 1. apply Rmult_le_compat_l; lra. Qed.

(* what underflows: of the weight as stored, of both roundings of the product, and of what is stored of it *)
Lemma tiny_over : forall p q r x e h, 0 <= p -> 0 <= q -> 0 <= r -> 0 <= x -> 0 <= e -> 0 <= h ->
  (p * (1 + compound (compound e h) h) + ((0 * (1 + h) + r) * (1 + h) + r)) * (1 + x) + q <=
  (1 + compound (twice x) (compound e (twice h))) * (p + (q + 2 * r)).
Proof.
  intros p q r x e h P Q R X E H. set (g := (1 + e) * ((1 + h) * (1 + h))).
  assert (G1 : 1 + h <= (1 + h) * (1 + h)) by (apply product_at_least; lra).
  assert (G : (1 + h) * (1 + h) <= g).
  { unfold g. rewrite (Rmult_comm (1 + e)). apply product_at_least; lra. }
  set (m := g * (1 + x) * (1 + x)).
  assert (M1 : g * (1 + x) <= m).
  { apply product_at_least; [|lra]. rewrite <- (Rmult_1_r 1). apply Rmult_le_compat; lra. }
  assert (M2 : g <= g * (1 + x)) by (apply product_at_least; lra).
  replace (1 + compound (twice x) (compound e (twice h))) with m by (unfold m, g, twice, L_compound; ring).
  replace ((p * (1 + compound (compound e h) h) + ((0 * (1 + h) + r) * (1 + h) + r)) * (1 + x) + q) with
    (p * (g * (1 + x)) + r * ((2 + h) * (1 + x)) + q) by (unfold g, L_compound; ring).
  assert (A : p * (g * (1 + x)) <= p * m) by (apply Rmult_le_compat_l; assumption).
  assert (B : (2 + h) * (1 + x) <= 2 * m).
  { assert ((2 + h) * (1 + x) <= 2 * g * (1 + x)) by (apply Rmult_le_compat_r; lra). lra. }
  apply (Rmult_le_compat_l r) in B; [|exact R].
  assert (C : q * 1 <= q * m) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma weight_over : forall u t alpha a b factor x y, P_is_roundings u t -> 0 < alpha -> wider u t alpha a b ->
  near_rounded (u INPUT) (t INPUT) alpha factor -> weight_multiplied u t factor x y ->
  near_rounded (a PROBABILITY) (b PROBABILITY) x (/ alpha * y).
Proof.
  intros u t alpha a b factor x y UT A (U & T & _) F (kept & product & K & TWO & S).
  destruct (two_roundings _ _ _ _ TWO) as (once & O & W). unfold rounded_at in *.
  destruct (UT INPUT ltac:(lia)) as (U0 & T0). destruct (UT PROBABILITY ltac:(lia)) as (U5 & T5).
  destruct (UT ACCUMULATE ltac:(lia)) as (U6 & T6). assert (I := Rinv_0_lt_compat alpha A).
  assert (OVER : forall e s p q, near_rounded e s p q -> near_rounded e (/ alpha * s) (/ alpha * p) (/ alpha * q)).
  { intros e s p q. apply rounded_times; lra. }
  apply OVER in O, W, S. assert (G := factor_over _ _ alpha factor kept A F).
  replace (factor / alpha * kept) with (/ alpha * (factor * kept)) in G by (field; lra).
  assert (E : 0 <= u INPUT + t INPUT / alpha).
  { apply Rplus_le_le_0_compat; [exact U0|]. apply Rmult_le_pos; lra. }
  assert (C := compound_rounded _ _ _ _ _ _ _ U6 (compound_rounded _ _ _ _ _ _ _ U6 G O) W).
  assert (POS : forall c d, 0 <= c -> 0 <= d -> 0 <= compound c d).
  { intros c d B D. unfold L_compound. assert (0 <= c * d) by (apply Rmult_le_pos; assumption). lra. }
  assert (D := compound_rounded _ _ _ _ _ _ _ U5 (compound_rounded _ _ _ _ _ _ _ (POS _ _ (POS _ _ E U6) U6) K C) S).
  apply (rounded_wider _ _ _ _ _ _) with (3 := D).
  - eapply Rle_trans; [|exact U]. right. unfold multiplied_unit, twice, L_compound. ring.
  - eapply Rle_trans; [|exact T]. eapply Rle_trans; [apply tiny_over; try assumption; apply Rmult_le_pos; lra|].
    right. unfold multiplied_tiny, multiplied_unit. field. lra.
Qed.

(* ---- both softmaxes ---- *)

Lemma wider_roundings : forall u t alpha a b, P_is_roundings u t -> 0 < alpha -> wider u t alpha a b ->
  u PROBABILITY <= a PROBABILITY /\ t PROBABILITY <= b PROBABILITY /\ P_is_roundings a b.
Proof.
  intros u t alpha a b UT A (U & T & T6 & U6 & E). assert (I := Rinv_0_lt_compat alpha A).
  destruct (UT INPUT ltac:(lia)) as (U0 & T0). destruct (UT PROBABILITY ltac:(lia)) as (P5 & Q5).
  destruct (UT ACCUMULATE ltac:(lia)) as (P6 & Q6).
  assert (POS : forall c d, 0 <= c -> 0 <= d -> 0 <= c * d) by (intros; apply Rmult_le_pos; assumption).
  assert (D : forall c, 0 <= c -> 0 <= c / alpha) by (intros; apply POS; lra).
  assert (MORE : u PROBABILITY <= multiplied_unit u t alpha).
  { unfold multiplied_unit, twice, L_compound.
    set (x := u PROBABILITY) in *. set (e := u INPUT + t INPUT / alpha).
    set (h := u ACCUMULATE + u ACCUMULATE + u ACCUMULATE * u ACCUMULATE).
    assert (H : 0 <= h) by (assert (B := POS _ _ P6 P6); unfold h; lra).
    assert (E0 : 0 <= e) by (assert (B := D _ T0); unfold e; lra).
    assert (B := POS _ _ P5 P5). assert (C : 0 <= e + h + e * h) by (assert (F := POS _ _ E0 H); lra).
    assert (G := POS (x + x + x * x) _ ltac:(lra) C). lra. }
  assert (TINY : t PROBABILITY <= multiplied_tiny u t alpha).
  { unfold multiplied_tiny. assert (B := D (t PROBABILITY + 2 * t ACCUMULATE) ltac:(lra)).
    assert (C := POS (multiplied_unit u t alpha) _ ltac:(lra) (Rplus_le_le_0_compat _ _ Q5 B)). lra. }
  split; [lra|]. split; [lra|]. intros i J. assert (B := D _ Q6).
  destruct (Z.eq_dec i PROBABILITY) as [->|N5]; [lra|]. destruct (Z.eq_dec i ACCUMULATE) as [->|N6]; [lra|].
  destruct (E i J N5 N6) as (-> & ->). apply UT, J.
Qed.

(* shifts in a wider model are as far from the scores as before *)
Lemma shift_wider : forall u t alpha a b, wider u t alpha a b -> forall score n left high size,
  P_shifts_to t score n left high /\ sized u t score n high size ->
  P_shifts_to b score n left high /\ sized a b score n high size.
Proof.
  intros u t alpha a b (_ & _ & _ & _ & E) score n left high size.
  unfold P_shifts_to, P_in_reach, sized, is_far, ahead, behind, reached.
  destruct (E EXPONENT ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & _).
  destruct (E AHEAD ltac:(lia) ltac:(lia) ltac:(lia)) as (_ & ->).
  destruct (E BEHIND ltac:(lia) ltac:(lia) ltac:(lia)) as (_ & ->). exact (fun H => H).
Qed.

Lemma before_division_wider : forall u t alpha a b factor score v n r x, P_is_roundings u t -> 0 < alpha ->
  wider u t alpha a b -> near_rounded (u INPUT) (t INPUT) alpha factor ->
  multiplied_before_division u t factor score v n r x -> rescaled_softmax a b score v n r (/ alpha * x).
Proof.
  intros u t alpha a b factor score v n r x UT A W F
    (m & c & computed & multiplied & summands & w & size & high & numerator & denominator & LT & SZ & KEY & SN & SD &
     D & X).
  assert (UT' := UT). destruct (wider_roundings _ _ _ _ _ UT A W) as (U5 & T5 & _).
  assert (I := Rinv_0_lt_compat alpha A). assert (OVER := W). destruct W as (_ & _ & T6 & U6 & E).
  assert (Q6 : 0 <= t ACCUMULATE) by (apply (UT ACCUMULATE); lia).
  assert (Q : 0 <= t ACCUMULATE / alpha) by (apply Rmult_le_pos; lra).
  exists m, c, computed, (fun j => / alpha * multiplied j), summands, w, size, high, (/ alpha * numerator), denominator.
  destruct (shift_wider u t alpha a b OVER score n 2 high size (conj LT SZ)) as (LT' & SZ').
  split; [exact LT'|]. split; [exact SZ'|]. split.
  - intros j J. destruct (KEY j J) as (KC & M & S & V).
    unfold key_computed, P_in_reach, is_far, rescaled_by, probability, joining, behind, reached, rounded_at,
      roundings_at
      in *.
    destruct (E EXPONENT ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & ->).
    destruct (E SHIFTED ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & ->).
    destruct (E EXPONENTIAL ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & ->).
    destruct (E RESCALING ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & _).
    destruct (E OPERAND ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & ->).
    split; [exact KC|]. split; [exact (weight_over _ _ _ _ _ _ _ _ UT' A OVER F M)|].
    split; [exact (rounded_wider _ _ _ _ _ _ U5 T5 S)|exact V].
  - unfold summed in *. rewrite U6. destruct (E RESCALING ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & _).
    destruct SN as (d & k & DD & KK & SN). destruct SD as (d' & k' & DD' & KK' & SD).
    split; [|split; [|split; [exact D|rewrite X; field; lra]]].
    + exists d, k. split; [exact DD|]. split; [exact KK|].
      apply (sum_times _ (t ACCUMULATE) _ _ (fun j => multiplied j * w j)); [lra| |lra|exact SN]. intro j. ring.
    + exists d', k'. split; [exact DD'|]. split; [exact KK'|]. rewrite <- (Rmult_1_l denominator).
      apply (sum_times _ (t ACCUMULATE) _ _ summands); [lra| |lra|exact SD]. intro j. ring.
Qed.

Lemma behind_division_wider : forall u t alpha a b factor score v n r x, P_is_roundings u t -> 0 < alpha ->
  wider u t alpha a b -> near_rounded (u INPUT) (t INPUT) alpha factor ->
  multiplied_behind_division u t factor score v n r x -> divided_softmax a b score v n r (/ alpha * x).
Proof.
  intros u t alpha a b factor score v n r x UT A W F
    (computed & multiplied & summands & w & size & high & denominator & depth & all & LT & SZ & KEY & SD & D & DP &
     AL & S).
  destruct (wider_roundings _ _ _ _ _ UT A W) as (U5 & T5 & _).
  assert (I := Rinv_0_lt_compat alpha A). assert (OVER := W). destruct W as (_ & _ & T6 & U6 & E).
  assert (Q6 : 0 <= t ACCUMULATE) by (apply (UT ACCUMULATE); lia).
  assert (Q : 0 <= t ACCUMULATE / alpha) by (apply Rmult_le_pos; lra).
  exists computed, (fun j => / alpha * multiplied j), summands, w, size, high, denominator, depth, all.
  destruct (shift_wider u t alpha a b OVER score n 2 high size (conj LT SZ)) as (LT' & SZ').
  split; [exact LT'|]. split; [exact SZ'|]. split; [|split; [|split; [exact D|]]].
  - intros j J. destruct (KEY j J) as (KC & SM & (quotient & DV & M) & V).
    unfold key_computed, P_in_reach, is_far, rescaled_by, probability, joining, behind, reached, rounded_at,
      roundings_at
      in *.
    destruct (E EXPONENT ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & ->).
    destruct (E SHIFTED ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & ->).
    destruct (E EXPONENTIAL ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & ->).
    destruct (E RESCALING ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & _).
    destruct (E OPERAND ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & ->).
    split; [exact KC|]. split; [exact (rounded_wider _ _ _ _ _ _ U5 T5 SM)|]. split; [|exact V].
    exists quotient. rewrite U6. split; [apply (roundings_tinier _ (t ACCUMULATE)); [lra|exact DV]|].
    exact (weight_over _ _ _ _ _ _ _ _ UT A OVER F M).
  - unfold summed in *. rewrite U6. destruct (E RESCALING ltac:(lia) ltac:(lia) ltac:(lia)) as (-> & _).
    destruct SD as (d & k & DD & KK & SD). exists d, k. split; [exact DD|]. split; [exact KK|].
    rewrite <- (Rmult_1_l denominator). apply (sum_times _ (t ACCUMULATE) _ _ summands); [lra| |lra|exact SD].
    intro j. ring.
  - split; [exact DP|]. split; [exact AL|]. rewrite U6.
    apply (sum_times _ (t ACCUMULATE) _ _ (fun j => multiplied j * w j)); [lra| |lra|exact S]. intro j. ring.
Qed.
