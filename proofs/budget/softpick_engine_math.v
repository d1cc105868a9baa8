(* softpick_engine_math.v - softpick's differences as an engine computes them, in any unit, and rescaled sums of them as
   sums of rescaled terms. *)
From Coq Require Import Reals ZArith List Permutation Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum rescaling engine products softpick_engine.
From Plumbline.compare Require Import rounded_sum_math sums_math exponent_math score_math.
From Plumbline.budget Require Import row_softmax_math.
Import ListNotations.
Open Scope R_scope.

(* ---- a rescaled sum, times K, is the sum of the terms with their factors, times K ---- *)

(* K, with the factors that a term met, makes the term of its key *)
Definition fits (x y : A_seq) (K : R) (terms : list (Z * R)) :=
  forall term, In term terms -> y (fst term) = K * snd term * x (fst term).
Definition plain (terms : list (Z * R)) := map (fun term => (fst term, 1)) terms.

Definition pushes u t f bound (x y : A_seq) terms depth all factors s := (0 <= factors)%Z /\
  forall K, 0 <= K -> K * L_growth f factors <= bound -> fits x y K terms ->
  partial u (bound * t) 0 y (plain terms) depth all 0 (K * s).
Definition gathers u t f bound (x y : A_seq) terms depth all factors parts s size := (0 <= factors)%Z /\
  (0 <= parts)%Z /\ forall K, 0 <= K -> K * L_growth f factors <= bound -> fits x y K terms ->
  gathered u (bound * t) 0 y (plain terms) depth all 0 parts (K * s) (K * size).

Lemma fits_app : forall x y K a b, fits x y K (a ++ b) -> fits x y K a /\ fits x y K b.
Proof. intros x y K a b H. split; intros term I; apply H, in_or_app; [left|right]; exact I. Qed.

Lemma fewer_factors : forall f bound K j k, 0 <= f -> (j <= k)%Z -> 0 <= K -> K * L_growth f k <= bound ->
  K * L_growth f j <= bound.
Proof.
  intros f bound K j k F L P B. eapply Rle_trans; [|exact B]. apply Rmult_le_compat_l; [exact P|].
  apply growth_monotone; assumption.
Qed.

Lemma within_bound : forall t f bound K k, 0 <= t -> 0 <= f -> 0 <= K -> K * L_growth f k <= bound ->
  K * t <= bound * t.
Proof.
  intros t f bound K k T F P B. apply Rmult_le_compat_r; [exact T|]. assert (G := growth_least f k F).
  assert (K * 1 <= K * L_growth f k) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

Lemma pushed_both : forall u t f bound (x y : A_seq), 0 <= t -> 0 <= f ->
  (forall terms depth all factors s, partial u t f x terms depth all factors s ->
    pushes u t f bound x y terms depth all factors s) /\
  (forall terms depth all factors parts s size, gathered u t f x terms depth all factors parts s size ->
    gathers u t f bound x y terms depth all factors parts s size).
Proof.
  intros u t f bound x y T F.
  apply (partial_gathered_ind u t f x (pushes u t f bound x y) (gathers u t f bound x y)); unfold pushes, gathers.
  - split; [lia|]. intros K _ _ _. rewrite Rmult_0_r. apply partial_none.
  - intro i. split; [lia|]. intros K _ _ H. specialize (H (i, 1) (or_introl eq_refl)). simpl in H.
    replace (K * x i) with (y i) by (rewrite H; ring). apply partial_term.
  - intros terms d a r s w _ (R & IH) N. split; [exact R|]. intros K P B H.
    apply (partial_rounded _ _ _ _ _ _ _ _ _ _ (IH K P B H)). unfold near_rounded in *.
    replace (K * w - K * s) with (K * (w - s)) by ring. rewrite !Rabs_mult, !(Rabs_pos_eq K) by exact P.
    assert (K * Rabs (w - s) <= K * (u * Rabs s + t)) by (apply Rmult_le_compat_l; assumption).
    assert (W := within_bound t f bound K r T F P B). lra.
  - intros terms d a r s terms' d' a' r' s' _ (R & IH) _ (R' & IH'). split; [lia|]. intros K P B H.
    apply fits_app in H. destruct H as (H & H'). unfold plain. rewrite map_app, Rmult_plus_distr_l.
    apply (partial_joined u (bound * t) 0 y _ _ _ 0 _ _ _ _ 0).
    + apply IH; try assumption. apply (fewer_factors f bound K r (Z.max r r')); try assumption. lia.
    + apply IH'; try assumption. apply (fewer_factors f bound K r' (Z.max r r')); try assumption. lia.
  - intros terms d a r s c _ (R & IH) C. split; [lia|]. intros K P B H.
    replace (K * (c * s)) with (K * c * s) by ring.
    replace (plain (map _ terms)) with (plain terms) by (unfold plain; rewrite map_map; reflexivity).
    apply IH; [apply Rmult_le_pos; lra| |].
    + eapply Rle_trans; [|exact B]. rewrite growth_plus, growth_one by lia. assert (G := growth_least f r F).
      assert (c * L_growth f r <= (1 + f) * L_growth f r) by (apply Rmult_le_compat_r; lra).
      rewrite Rmult_assoc. apply Rmult_le_compat_l; lra.
    + intros term I. specialize (H (fst term, snd term * c) (in_map _ _ _ I)). simpl in H. rewrite H. ring.
  - intros terms d a r p s size w _ (R & Q & IH) N. split; [exact R|]. intros K P B H.
    apply (partial_block _ _ _ _ _ _ _ _ _ _ _ _ (IH K P B H)).
    replace (K * w - K * s) with (K * (w - s)) by ring. rewrite Rabs_mult, (Rabs_pos_eq K) by exact P.
    assert (K * Rabs (w - s) <= K * (IZR p * (u * size + t))) by (apply Rmult_le_compat_l; assumption).
    assert (W := within_bound t f bound K r T F P B). assert (I := IZR_le 0 p Q).
    assert (IZR p * (K * t) <= IZR p * (bound * t)) by (apply Rmult_le_compat_l; assumption). lra.
  - intros terms d a r s _ (R & IH). split; [exact R|]. split; [lia|]. intros K P B H.
    replace (K * Rabs s) with (Rabs (K * s)) by (rewrite Rabs_mult, (Rabs_pos_eq K P); reflexivity).
    apply gathered_first, IH; assumption.
  - intros terms d a r p s size terms' d' a' r' s' _ (R & Q & IH) _ (R' & IH'). split; [lia|]. split; [lia|].
    intros K P B H. apply fits_app in H. destruct H as (H & H'). unfold plain. rewrite map_app, !Rmult_plus_distr_l.
    replace (K * Rabs s') with (Rabs (K * s')) by (rewrite Rabs_mult, (Rabs_pos_eq K P); reflexivity).
    apply (gathered_next u (bound * t) 0 y _ _ _ 0 _ _ _ _ _ _ 0).
    + apply IH; try assumption. apply (fewer_factors f bound K r (Z.max r r')); try assumption. lia.
    + apply IH'; try assumption. apply (fewer_factors f bound K r' (Z.max r r')); try assumption. lia.
Qed.

(* more may underflow *)
Lemma partial_tinier : forall u t t' f x, t <= t' ->
  (forall terms d a r s, partial u t f x terms d a r s -> partial u t' f x terms d a r s) /\
  (forall terms d a r p s size, gathered u t f x terms d a r p s size -> (0 <= p)%Z /\
    gathered u t' f x terms d a r p s size).
Proof.
  intros u t t' f x L. apply (partial_gathered_ind u t f x (partial u t' f x)
    (fun terms d a r p s size => (0 <= p)%Z /\ gathered u t' f x terms d a r p s size)).
  - apply partial_none.
  - apply partial_term.
  - intros terms d a r s y _ IH N. apply (partial_rounded _ _ _ _ _ _ _ _ _ _ IH). unfold near_rounded in *. lra.
  - intros. apply partial_joined; assumption.
  - intros. apply partial_scaled; assumption.
  - intros terms d a r p s size y _ (P & IH) N. apply (partial_block _ _ _ _ _ _ _ _ _ _ _ _ IH).
    eapply Rle_trans; [exact N|]. apply Rmult_le_compat_l; [apply (IZR_le 0), P|lra].
  - intros. split; [lia|]. apply gathered_first. assumption.
  - intros terms d a r p s size terms' d' a' r' s' _ (P & IH) _ IH'. split; [lia|]. apply gathered_next; assumption.
Qed.

(* the factors of a term are at most what they grow by *)
Lemma coefficients : forall u t f x, 0 <= f ->
  (forall terms d a r s, partial u t f x terms d a r s -> (0 <= r)%Z /\
    forall term, In term terms -> 0 <= snd term <= L_growth f r) /\
  (forall terms d a r p s size, gathered u t f x terms d a r p s size -> (0 <= r)%Z /\
    forall term, In term terms -> 0 <= snd term <= L_growth f r).
Proof.
  intros u t f x F.
  assert (J : forall (a b : list (Z * R)) r q, (0 <= r)%Z -> (0 <= q)%Z ->
    (forall term, In term a -> 0 <= snd term <= L_growth f r) ->
    (forall term, In term b -> 0 <= snd term <= L_growth f q) ->
    forall term, In term (a ++ b) -> 0 <= snd term <= L_growth f (Z.max r q)).
  { intros a b r q R Q A B term I. apply in_app_or in I.
    assert (G := growth_monotone f r (Z.max r q) F ltac:(lia)).
    assert (H := growth_monotone f q (Z.max r q) F ltac:(lia)).
    destruct I as [I|I]; [specialize (A term I)|specialize (B term I)]; lra. }
  apply (partial_gathered_ind u t f x
    (fun terms d a r s => (0 <= r)%Z /\ forall term, In term terms -> 0 <= snd term <= L_growth f r)
    (fun terms d a r p s size => (0 <= r)%Z /\ forall term, In term terms -> 0 <= snd term <= L_growth f r));
    try (intros; assumption).
  - split; [lia|]. intros term [].
  - intro i. split; [lia|]. intros term [<-|[]]. simpl. unfold L_growth. simpl. lra.
  - intros terms d a r s terms' d' a' r' s' _ (R & A) _ (R' & A'). split; [lia|]. apply J; assumption.
  - intros terms d a r s c _ (R & A) C. split; [lia|]. intros term I. apply in_map_iff in I.
    destruct I as (old & <- & I). simpl. specialize (A old I). rewrite growth_plus, growth_one by lia.
    split; [apply Rmult_le_pos; lra|apply Rmult_le_compat; lra].
  - intros terms d a r p s size terms' d' a' r' s' _ (R & A) _ (R' & A'). split; [lia|]. apply J; assumption.
Qed.

Lemma in_below : forall n j, (0 <= j < n)%Z -> In j (below n).
Proof.
  intros n j J. unfold below. replace j with (Z.of_nat (Z.to_nat j)) by lia. apply in_map, in_seq. lia.
Qed.

(* what underflows in a model in another unit, whatever rescaled it *)
Definition grown (u t : A_seq) (r : Z) (K : R) (w : A_seq) := forall i, (0 <= i < 12)%Z ->
  (1 + gamma (IZR r) (u RESCALING)) * t i <= w i /\ K * ((1 + gamma (IZR r) (u RESCALING)) * t i) <= w i.

Lemma growth_positive : forall u t r, P_is_roundings u t -> IZR r * u RESCALING < 1 -> (0 <= r)%Z ->
  0 <= gamma (IZR r) (u RESCALING).
Proof.
  intros u t r UT B R. destruct (UT RESCALING ltac:(lia)) as (U & _). apply gamma_positive. split; [|exact B].
  apply Rmult_le_pos; [apply (IZR_le 0), R|exact U].
Qed.

Lemma grown_more : forall u t r K w i, P_is_roundings u t -> IZR r * u RESCALING < 1 -> (0 <= r)%Z ->
  grown u t r K w -> (0 <= i < 12)%Z -> 0 <= t i <= w i.
Proof.
  intros u t r K w i UT B R G I. destruct (UT i I) as (_ & T). destruct (G i I) as (H & _).
  assert (P := growth_positive u t r UT B R).
  assert (1 * t i <= (1 + gamma (IZR r) (u RESCALING)) * t i) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma grown_scaled : forall u t r K w i c, P_is_roundings u t -> IZR r * u RESCALING < 1 -> (0 <= r)%Z -> 0 <= K ->
  grown u t r K w -> (0 <= i < 12)%Z -> c <= L_growth (u RESCALING) r -> K * c * t i <= w i.
Proof.
  intros u t r K w i c UT B R P G I C. destruct (UT i I) as (_ & T). destruct (G i I) as (_ & H).
  destruct (UT RESCALING ltac:(lia)) as (U & _). assert (L := growth_gamma (u RESCALING) r U R B).
  rewrite Rmult_assoc. eapply Rle_trans; [|exact H]. apply Rmult_le_compat_l; [exact P|].
  apply Rmult_le_compat_r; lra.
Qed.

Lemma terms_factors : forall u t x c n k r s j, P_is_roundings u t -> P_rescaled_terms u t x c n k r s ->
  (0 <= j < n)%Z -> 0 <= c j <= L_growth (u RESCALING) r.
Proof.
  intros u t x c n k r s j UT (d & a & q & D & A & Q & terms & P & E & S) J.
  destruct (UT RESCALING ltac:(lia)) as (U & _).
  destruct (proj1 (coefficients _ _ _ x U) _ _ _ _ _ S) as (Q0 & C).
  assert (I := in_below n j J). apply (Permutation_in j (Permutation_sym P)) in I. apply in_map_iff in I.
  destruct I as (term & <- & I). rewrite <- (E term I). specialize (C term I).
  assert (G := growth_monotone (u RESCALING) q r U Q). lra.
Qed.

Lemma terms_pushed : forall u t w K x c y n k r s, P_is_roundings u t -> IZR r * u RESCALING < 1 -> (0 <= r)%Z ->
  0 <= K -> grown u t r K w -> (forall j, (0 <= j < n)%Z -> y j = K * c j * x j) ->
  P_rescaled_terms u t x c n k r s -> P_terms_summed u w y n k (K * s).
Proof.
  intros u t w K x c y n k r s UT B R P G Y (d & a & q & D & A & Q & terms & PERM & E & S).
  destruct (UT RESCALING ltac:(lia)) as (U & _). destruct (UT ACCUMULATE ltac:(lia)) as (_ & T).
  destruct (proj1 (coefficients _ _ _ x U) _ _ _ _ _ S) as (Q0 & _).
  assert (GM := growth_monotone (u RESCALING) q r U Q).
  assert (B' : K * L_growth (u RESCALING) q <= K * L_growth (u RESCALING) r) by (apply Rmult_le_compat_l; assumption).
  destruct (proj1 (pushed_both (u ACCUMULATE) (t ACCUMULATE) (u RESCALING) (K * L_growth (u RESCALING) r) x y T U)
    _ _ _ _ _ S) as (_ & H).
  assert (FIT : fits x y K terms).
  { intros term I. rewrite (E term I). apply Y. apply (in_map fst) in I. apply (Permutation_in _ PERM) in I.
    unfold below in I. apply in_map_iff in I. destruct I as (m & <- & I). apply in_seq in I. lia. }
  specialize (H K P B' FIT).
  assert (L := grown_scaled u t r K w ACCUMULATE (L_growth (u RESCALING) r) UT B R P G ltac:(lia) (Rle_refl _)).
  apply (proj1 (partial_tinier _ _ _ 0 y L)) in H.
  exists d, a. split; [exact D|]. split; [exact A|]. exists (plain terms). split; [|split; [|exact H]].
  - unfold plain. rewrite map_map. simpl. exact PERM.
  - intros term I. unfold plain in I. apply in_map_iff in I. destruct I as (old & <- & _). reflexivity.
Qed.

(* the same sum where more may underflow *)
Lemma terms_tinier : forall u t w x n k s, t ACCUMULATE <= w ACCUMULATE -> P_terms_summed u t x n k s ->
  P_terms_summed u w x n k s.
Proof.
  intros u t w x n k s L (d & a & D & A & terms & P & E & S). exists d, a. split; [exact D|]. split; [exact A|].
  exists terms. split; [exact P|]. split; [exact E|]. exact (proj1 (partial_tinier _ _ _ 0 x L) _ _ _ _ _ S).
Qed.

Lemma rounded_tinier : forall u t w x y, t <= w -> near_rounded u t x y -> near_rounded u w x y.
Proof. unfold near_rounded. intros. lra. Qed.

Lemma roundings_tinier : forall u t w k x y, t <= w -> P_roundings u t k x y -> P_roundings u w k x y.
Proof.
  intros u t w k x y L H. induction H as [x|k x y z H IH N]; [apply roundings_none|].
  apply (roundings_next _ _ _ _ _ _ IH). exact (rounded_tinier _ _ _ _ _ L N).
Qed.

Lemma rounded_times : forall u t w a x y, 0 <= a -> a * t <= w -> near_rounded u t x y ->
  near_rounded u w (a * x) (a * y).
Proof.
  unfold near_rounded. intros u t w a x y A L H. replace (a * y - a * x) with (a * (y - x)) by ring.
  rewrite !Rabs_mult, !(Rabs_pos_eq a) by exact A. apply (Rmult_le_compat_l a) in H; [lra|exact A].
Qed.

Lemma quotients_pushed : forall u t w K (p c v q : A_seq) n k r d z, P_is_roundings u t ->
  IZR r * u RESCALING < 1 -> (0 <= r)%Z -> 0 < K -> grown u t r K w ->
  (forall j, (0 <= j < n)%Z -> q j = K * c j * p j) -> P_rescaled_quotients u t p c v n k r d z ->
  P_quotients_summed u w q v n k (K * d) z.
Proof.
  intros u t w K p c v q n k r d z UT B R P G Y.
  assert (M : forall i, (0 <= i < 12)%Z -> t i <= w i) by (intros i I; apply (grown_more u t r K w i UT B R G I)).
  intros (D & H). split; [apply Rmult_integral_contrapositive_currified; lra|].
  destruct H as [(x & y & s & N & S & E)|(C & a & A & x & y & N & S)].
  - left. exists (K * s).
    split; [|rewrite E; field; lra]. exists (fun j => K * c j * x j), y. split.
    + intros j J. destruct (N j J) as (X & V). split; [|apply (rounded_tinier _ (t OPERAND)); [apply M; lia|exact V]].
      destruct (terms_factors _ _ _ _ _ _ _ _ _ UT S J) as (C0 & C1). rewrite (Y j J).
      apply (rounded_times _ (t PROBABILITY)); [apply Rmult_le_pos; lra| |exact X].
      apply (grown_scaled u t r K w PROBABILITY (c j) UT B R); try assumption; try lra. lia.
    + apply (terms_pushed u t w K (fun j => x j * y j) c _ n k r s UT B R); try assumption; try lra.
      intros j _. ring.
  - right. exists a. split.
    + intros j J. replace (q j / (K * d)) with (p j / d) by (rewrite (Y j J), (C j J); field; split; lra).
      apply (roundings_tinier _ (t ACCUMULATE)); [apply M; lia|apply A, J].
    + exists x, y. split; [|apply (terms_tinier _ t); [apply M; lia|exact S]]. intros j J. destruct (N j J) as (X & V).
      split; [apply (rounded_tinier _ (t PROBABILITY))|apply (rounded_tinier _ (t OPERAND))]; try assumption;
        apply M; lia.
Qed.

(* ---- one difference ---- *)

Definition borne (u : A_seq) (r : Z) : Prop := 28 * u EXPONENT < 1 /\ u SCORE < 1 /\ u EXPONENTIAL < 1 /\
  IZR r * u RESCALING < 1.

(* a number rounded is it times e^tau, but for what underflows *)
Lemma rounded_exponent : forall e t x y, 0 <= e < 1 -> 0 <= t -> near_rounded e t x y ->
  exists tau, Rabs tau <= gamma 1 e /\ Rabs (y - x * exp tau) <= t.
Proof.
  intros e t x y E T N. destruct (underflow_apart _ _ _ _ (proj1 E) T N) as (z & Z & O).
  unfold near_rounded in Z. rewrite Rplus_0_r in Z. destruct (factor_exponent _ _ _ E Z) as (tau & A & B).
  exists tau. split; [exact B|]. rewrite <- A. exact O.
Qed.

Lemma power_within : forall u t r size x m y, P_is_roundings u t -> borne u r -> Rabs x <= size -> Rabs m <= size ->
  power_computed u t x m y ->
  exists tau, Rabs tau <= power_off u t size /\ Rabs (y - exp (x - m + tau)) <= power_lost u t.
Proof.
  intros u t r size x m y UT (S28 & SS & SX & _) X M (a & b & z & shifted & stored & p & A & B & Z & H & S & P & Y).
  destruct (UT EXPONENT ltac:(lia)) as (UE & TE). destruct (UT SHIFTED ltac:(lia)) as (UH & _).
  destruct (UT SCORE ltac:(lia)) as (US & TS). destruct (UT EXPONENTIAL ltac:(lia)) as (UX & _).
  assert (D : Rabs (x - m) <= size + size).
  { eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  assert (W := argument_within (u EXPONENT) (t EXPONENT) x 0 x m size size a b z UE TE ltac:(lra)
    ltac:(rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra) X M A B Z).
  assert (G := gamma_positive 6 (u EXPONENT) ltac:(lra)).
  assert (W' : Rabs (z - (x - m)) <= argument_off u t size).
  { unfold argument_off. eapply Rle_trans; [exact W|].
    assert (gamma 6 (u EXPONENT) * (Rabs x + 0 + size) <= gamma 6 (u EXPONENT) * (size + size))
      by (apply Rmult_le_compat_l; lra). lra. }
  assert (W2 : Rabs (shifted - (x - m)) <= stored_off u t size).
  { unfold stored_off. eapply Rle_trans; [apply (error_grows _ _ _ _ _ _ UH W' H)|].
    assert (u SHIFTED * (Rabs (x - m) + argument_off u t size) <= u SHIFTED * (size + size + argument_off u t size))
      by (apply Rmult_le_compat_l; lra). lra. }
  assert (W3 := error_grows _ _ _ _ _ _ US W2 S).
  destruct (rounded_exponent _ _ _ _ (conj UX SX) TE P) as (nu & N1 & N2).
  set (w := exp stored * exp nu) in *.
  assert (R : near_rounded (u SCORE) (power_lost u t) w y).
  { unfold near_rounded, power_lost in *. unfold rounded_at, near_rounded in Y.
    replace (y - w) with ((y - p) + (p - w)) by ring. eapply Rle_trans; [apply Rabs_triang|].
    assert (Q : Rabs p <= Rabs w + t EXPONENT).
    { replace p with (w + (p - w)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
    assert (u SCORE * Rabs p <= u SCORE * (Rabs w + t EXPONENT)) by (apply Rmult_le_compat_l; assumption). lra. }
  assert (L : 0 <= power_lost u t).
  { unfold power_lost. assert (0 <= (1 + u SCORE) * t EXPONENT) by (apply Rmult_le_pos; lra). lra. }
  destruct (rounded_exponent _ _ _ _ (conj US SS) L R) as (mu & M1 & M2).
  exists ((stored - (x - m)) + nu + mu). split.
  - eapply Rle_trans; [apply Rabs_triang|]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang|].
    unfold power_off. assert (u SCORE * (Rabs (x - m) + stored_off u t size) <=
      u SCORE * (size + size + stored_off u t size)) by (apply Rmult_le_compat_l; lra). lra.
  - replace (x - m + (stored - (x - m) + nu + mu)) with (stored + nu + mu) by ring. rewrite !exp_plus. exact M2.
Qed.

(* a power, at a shift that is at least x, rescaled *)
Lemma power_rescaled : forall (e t' : R) g f r k shift top c x tau p lost most,
  0 <= g <= 1 -> 0 <= e -> 0 <= t' -> 0 <= f -> (k <= r)%Z -> 0 <= lost ->
  P_rescaling g e t' f k shift top c -> Rabs tau <= most -> Rabs (p - exp (x - shift + tau)) <= lost ->
  exists theta, Rabs (theta - tau) <= g * (top - shift) + IZR r * e /\
    Rabs (c * p - exp (x - top + theta)) <=
      L_growth f r * (lost + IZR r * t' * exp (IZR r * e) * exp (most + (x - shift))).
Proof.
  intros e t' g f r k shift top c x tau p lost most G E T F K L H M P.
  destruct (rescaling_exponent _ _ _ _ _ _ _ _ G E T F H) as (rho & B & C).
  destruct (rescaling_bounds _ _ _ _ _ _ _ _ H) as (K0 & _ & C0 & C1). specialize (C1 F).
  assert (KI := IZR_le _ _ K). assert (I0 := IZR_le _ _ K0). assert (GR := growth_monotone f k r F K).
  assert (GL := growth_least f k F).
  assert (KE : IZR k * e <= IZR r * e) by (apply Rmult_le_compat_r; assumption).
  exists (tau + rho). split; [replace (tau + rho - tau) with rho by ring; lra|].
  replace (x - top + (tau + rho)) with ((x - shift + tau) + (shift - top + rho)) by ring. rewrite exp_plus.
  set (a := exp (x - shift + tau)) in *. set (b := exp (shift - top + rho)) in *.
  replace (c * p - a * b) with (c * (p - a) + a * (c - b)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult, (Rabs_pos_eq c) by exact C0.
  assert (A0 : 0 < a) by apply exp_pos. rewrite (Rabs_pos_eq a) by lra.
  assert (A : a <= exp (most + (x - shift))).
  { apply exp_monotone. apply Rabs_le_inv in M. lra. }
  assert (S1 : c * Rabs (p - a) <= L_growth f r * lost) by (apply Rmult_le_compat; try lra; apply Rabs_pos).
  assert (X : exp (IZR k * e) <= exp (IZR r * e)) by (apply exp_monotone, KE). assert (X0 := exp_pos (IZR k * e)).
  assert (S2 : Rabs (c - b) <= IZR r * t' * (L_growth f r * exp (IZR r * e))).
  { eapply Rle_trans; [exact C|]. apply Rmult_le_compat.
    - apply Rmult_le_pos; assumption.
    - apply Rmult_le_pos; lra.
    - apply Rmult_le_compat_r; assumption.
    - apply Rmult_le_compat; lra. }
  assert (S3 : a * Rabs (c - b) <= exp (most + (x - shift)) * (IZR r * t' * (L_growth f r * exp (IZR r * e))))
    by (apply Rmult_le_compat; try lra; apply Rabs_pos).
  lra.
Qed.

(* x e^c, of what is computed: x is off by d, and what is off by e of its size and by l, times c *)
Lemma relative_times : forall c p q x nu l d, 0 <= c -> 0 <= nu -> Rabs (q - p) <= nu * Rabs p + l ->
  Rabs (c * p - x) <= d -> Rabs (c * q - x) <= nu * Rabs x + ((1 + nu) * d + c * l).
Proof.
  intros c p q x nu l d C N Q D. replace (c * q - x) with (c * (q - p) + (c * p - x)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq c) by exact C.
  assert (c * Rabs (q - p) <= c * (nu * Rabs p + l)) by (apply Rmult_le_compat_l; assumption).
  assert (H2 : c * Rabs p <= Rabs x + d).
  { rewrite <- (Rabs_pos_eq c C) at 1. rewrite <- Rabs_mult. replace (c * p) with (x + (c * p - x)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (nu * (c * Rabs p) <= nu * (Rabs x + d)) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

Theorem excess_within : forall u t r size top x c y, P_is_roundings u t -> borne u r -> (1 <= r)%Z ->
  Rabs x <= size -> Rabs top <= size -> P_excess_computed u t r top x c y ->
  exists a b, Rabs a <= power_off u t size + factor_off u t r size /\
    Rabs b <= power_off u t size + factor_off u t r size /\ 0 <= c <= L_growth (u RESCALING) r /\
    Rabs (c * y - (exp (x - top + a) - exp (- top + b))) <=
      difference_relative u * Rabs (exp (x - top + a) - exp (- top + b)) + difference_lost u t r size x.
Proof.
  intros u t r size top x c y UT B R X TOP (m & p & q & d & XM & (k & K & H) & P & Q & D & Y).
  assert (B' := B). destruct B' as (S28 & SS & SX & SR).
  destruct (UT EXPONENT ltac:(lia)) as (UE & TE). destruct (UT RESCALING ltac:(lia)) as (UR & _).
  destruct (UT SCORE ltac:(lia)) as (US & TS). destruct (UT EXPONENTIAL ltac:(lia)) as (UX & _).
  destruct (UT SHIFTED ltac:(lia)) as (UH & _).
  destruct (rescaling_bounds _ _ _ _ _ _ _ _ H) as (K0 & MT & C0 & C1). specialize (C1 UR).
  assert (GR := growth_monotone (u RESCALING) k r UR K). assert (R0 := IZR_le _ _ R).
  assert (MS : Rabs m <= size).
  { apply Rabs_le. apply Rabs_le_inv in X. apply Rabs_le_inv in TOP. lra. }
  assert (Z : Rabs 0 <= size) by (rewrite Rabs_R0; eapply Rle_trans; [apply Rabs_pos|exact X]).
  destruct (power_within u t r size x m p UT B X MS P) as (ta & A1 & A2).
  destruct (power_within u t r size 0 m q UT B Z MS Q) as (tb & B1 & B2).
  set (g := gamma 5 (u EXPONENT)) in *. set (e := gamma 1 (u RESCALING) + 6 * t EXPONENT) in *.
  assert (g0 : 0 <= g <= 1).
  { split; [apply gamma_positive; lra|].
    assert (W := gamma_plus_one 5 (u EXPONENT) ltac:(lra)). assert (/ (1 - 5 * u EXPONENT) <= / (23 / 28))
      by (apply Rinv_le_contravar; lra). fold g in W. lra. }
  assert (e0 : 0 <= e).
  { unfold e. assert (1 * u RESCALING <= IZR r * u RESCALING) by (apply Rmult_le_compat_r; lra).
    assert (0 <= gamma 1 (u RESCALING)) by (apply gamma_positive; lra). lra. }
  assert (L0 : 0 <= power_lost u t).
  { unfold power_lost. assert (0 <= (1 + u SCORE) * t EXPONENT) by (apply Rmult_le_pos; lra). lra. }
  destruct (power_rescaled _ _ _ _ r _ _ _ _ x ta p _ _ g0 e0 TE UR K L0 H A1 A2) as (a & A3 & A4).
  destruct (power_rescaled _ _ _ _ r _ _ _ _ 0 tb q _ _ g0 e0 TE UR K L0 H B1 B2) as (b & B3 & B4).
  replace (0 - top + b) with (- top + b) in B4 by ring. replace (0 - m) with (- m) in B4 by ring.
  set (po := power_off u t size) in *. set (fo := factor_off u t r size) in *.
  assert (travel : g * (top - m) + IZR r * e <= fo).
  { unfold fo, factor_off. fold g e. apply Rplus_le_compat_r, Rmult_le_compat_l; [lra|].
    apply Rabs_le_inv in MS. apply Rabs_le_inv in TOP. lra. }
  assert (REr : IZR r * e <= fo).
  { unfold fo, factor_off. fold g e. assert (0 <= size) by (rewrite Rabs_R0 in Z; exact Z).
    assert (0 <= g * (size + size)) by (apply Rmult_le_pos; lra). lra. }
  exists a, b. split; [|split; [|split; [lra|]]].
  { replace a with (ta + (a - ta)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  { replace b with (tb + (b - tb)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  (* the difference before its stores *)
  set (w := exp (x - top + a) - exp (- top + b)) in *. set (G := L_growth (u RESCALING) r) in *.
  set (lo := power_lost u t) in *. set (rt := IZR r * t EXPONENT) in *.
  assert (rt0 : 0 <= rt) by (apply Rmult_le_pos; lra).
  assert (G1 : 1 <= G) by (apply growth_least, UR).
  assert (GG : G <= 1 + gamma (IZR r) (u RESCALING)) by (apply growth_gamma; try assumption; lia).
  assert (E1 : exp (IZR r * e) * exp (po + (x - m)) <= exp (po + fo)).
  { rewrite <- exp_plus. apply exp_monotone. lra. }
  assert (E2 : exp (IZR r * e) * exp (po + - m) <= exp (po + fo) * exp (- x)).
  { rewrite <- !exp_plus. apply exp_monotone. lra. }
  set (dl := 2 * lo + rt * (exp (po + fo) * (1 + exp (- x)))).
  assert (DW : Rabs (c * (p - q) - w) <= G * dl).
  { replace (c * (p - q) - w) with ((c * p - exp (x - top + a)) + - (c * q - exp (- top + b))) by (unfold w; ring).
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
    assert (F1 : G * (lo + rt * exp (IZR r * e) * exp (po + (x - m))) <= G * (lo + rt * exp (po + fo))).
    { apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat_l. rewrite Rmult_assoc.
      apply Rmult_le_compat_l; assumption. }
    assert (F2 : G * (lo + rt * exp (IZR r * e) * exp (po + - m)) <= G * (lo + rt * (exp (po + fo) * exp (- x)))).
    { apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat_l. rewrite Rmult_assoc.
      apply Rmult_le_compat_l; assumption. }
    unfold dl. lra. }
  (* and after them *)
  set (nu := difference_relative u).
  assert (N3 := gamma_positive 3 (u EXPONENT) ltac:(lra)).
  assert (nu0 : 0 <= nu).
  { unfold nu, difference_relative, L_compound.
    assert (0 <= gamma 3 (u EXPONENT) * u SCORE) by (apply Rmult_le_pos; lra).
    lra. }
  assert (ST : Rabs (y - (p - q)) <= nu * Rabs (p - q) + difference_tiny u t).
  { assert (S3 : IZR 3 * u EXPONENT < 1) by (simpl; lra).
    exact (compound_rounded _ _ _ _ _ _ _ US (roundings_gamma _ _ 3 _ _ UE TE S3 D) Y). }
  assert (tiny0 : 0 <= difference_tiny u t).
  { unfold difference_tiny. repeat apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; lra. }
  eapply Rle_trans; [apply (relative_times c (p - q) y w nu _ _ C0 nu0 ST DW)|]. apply Rplus_le_compat_l.
  unfold difference_lost. fold nu lo rt po fo dl.
  assert (dl0 : 0 <= dl).
  { unfold dl. assert (X1 := exp_pos (po + fo)). assert (X2 := exp_pos (- x)).
    assert (0 <= rt * (exp (po + fo) * (1 + exp (- x)))) by (repeat apply Rmult_le_pos; lra). lra. }
  set (H1 := 1 + gamma (IZR r) (u RESCALING)) in *.
  assert (Q1 : (1 + nu) * (G * dl) <= H1 * ((1 + nu) * dl)).
  { replace ((1 + nu) * (G * dl)) with (G * ((1 + nu) * dl)) by ring. apply Rmult_le_compat_r; [|exact GG].
    apply Rmult_le_pos; lra. }
  assert (Q2 : c * difference_tiny u t <= H1 * difference_tiny u t) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(* ---- in units of e^-c, where f = e^(largest - c) ---- *)

Lemma excess_in_units : forall u t r size top x factor y f c, P_is_roundings u t -> borne u r -> (1 <= r)%Z ->
  Rabs x <= size -> Rabs top <= size -> f = exp (top - c) -> P_excess_computed u t r top x factor y ->
  exists a b, Rabs a <= power_off u t size + factor_off u t r size /\
    Rabs b <= power_off u t size + factor_off u t r size /\ 0 <= factor <= L_growth (u RESCALING) r /\
    Rabs (f * factor * y - (exp (x - c + a) - exp (b - c))) <=
      difference_relative u * Rabs (exp (x - c + a) - exp (b - c)) + f * difference_lost u t r size x.
Proof.
  intros u t r size top x factor y f c UT B R X TOP E H.
  destruct (excess_within u t r size top x factor y UT B R X TOP H) as (a & b & A1 & B1 & C & W).
  exists a, b. split; [exact A1|]. split; [exact B1|]. split; [exact C|].
  assert (P : 0 < f) by (rewrite E; apply exp_pos).
  replace (x - c + a) with ((top - c) + (x - top + a)) by ring. replace (b - c) with ((top - c) + (- top + b)) by ring.
  rewrite (exp_plus (top - c) (x - top + a)), (exp_plus (top - c) (- top + b)), <- E.
  set (v := exp (x - top + a)) in *. set (q := exp (- top + b)) in *.
  replace (f * factor * y - (f * v - f * q)) with (f * (factor * y - (v - q))) by ring.
  replace (f * v - f * q) with (f * (v - q)) by ring. rewrite !Rabs_mult, !(Rabs_pos_eq f) by lra.
  apply (Rmult_le_compat_l f) in W; [|lra]. lra.
Qed.

Lemma unit_positive : forall f x, f = exp x -> 0 < f.
Proof. intros f x E. rewrite E. apply exp_pos. Qed.

(* |b|, b stored *)
Lemma size_in_units : forall u t r f w e a factor, P_is_roundings u t -> IZR r * u RESCALING < 1 -> (0 <= r)%Z ->
  0 <= f -> grown u t r f w -> 0 <= factor <= L_growth (u RESCALING) r ->
  (exists b, rounded_at u t PROBABILITY e b /\ Rabs b = a) ->
  exists b, rounded_at u w PROBABILITY (f * factor * e) b /\ Rabs b = f * factor * a.
Proof.
  intros u t r f w e a factor UT B R F G C (b & H & A). exists (f * factor * b).
  assert (P : 0 <= f * factor) by (apply Rmult_le_pos; lra). split.
  - apply (rounded_times _ (t PROBABILITY)); [exact P| |exact H].
    apply (grown_scaled u t r f w PROBABILITY factor UT B R F G); [lia|lra].
  - rewrite Rabs_mult, (Rabs_pos_eq _ P), A. reflexivity.
Qed.

Lemma rectified_times : forall c x, 0 <= c -> Rmax (c * x) 0 = c * Rmax x 0.
Proof.
  intros c x C. destruct (Rle_lt_dec x 0) as [L|L].
  - rewrite (Rmax_right x 0), Rmult_0_r by exact L. apply Rmax_right.
    assert (c * x <= c * 0) by (apply Rmult_le_compat_l; assumption). lra.
  - rewrite (Rmax_left x 0) by lra. apply Rmax_left. apply Rmult_le_pos; lra.
Qed.

(* a sum is stored before a number is added or after: u of the larger one, in other units *)
Lemma stored_sum_times : forall u t w f s e a, 0 <= f -> f * t <= w ->
  Rabs (a - (s + e)) <= u * Rmax (Rabs s) (Rabs (s + e)) + t ->
  Rabs (f * a - (f * s + f * e)) <= u * Rmax (Rabs (f * s)) (Rabs (f * s + f * e)) + w.
Proof.
  intros u t w f s e a F L H. replace (f * a - (f * s + f * e)) with (f * (a - (s + e))) by ring.
  replace (f * s + f * e) with (f * (s + e)) by ring. rewrite !Rabs_mult, !(Rabs_pos_eq f) by exact F.
  replace (Rmax (f * Rabs s) (f * Rabs (s + e))) with (f * Rmax (Rabs s) (Rabs (s + e)))
    by (symmetry; apply RmaxRmult; exact F).
  apply (Rmult_le_compat_l f) in H; [lra|exact F].
Qed.

(* one unit for all: no factor is above what r rescalings grow by *)
Lemma grown_once : forall u t r f w i, P_is_roundings u t -> IZR r * u RESCALING < 1 -> (0 <= r)%Z -> 0 <= f ->
  grown u t r f w -> (0 <= i < 12)%Z -> f * t i <= w i.
Proof.
  intros u t r f w i UT B R F G I. destruct (UT RESCALING ltac:(lia)) as (U & _).
  assert (H := grown_scaled u t r f w i 1 UT B R F G I (growth_least _ r U)). lra.
Qed.
