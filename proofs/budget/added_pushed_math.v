(* added_pushed_math.v - sums of values and of vectors that are added to them, times a number: in any unit. *)
From Coq Require Import Reals ZArith List Permutation Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum engine relative alibi_computed products softpick_engine.
From Plumbline.model Require Import added_values added_products.
From Plumbline.compare Require Import rounded_sum_math sums_math.
From Plumbline.budget Require Import scaled_softmax_math added_sums_math added_up_math softpick_engine_math.
Open Scope R_scope.

Definition tinier (t w : A_seq) := forall i, (0 <= i < 12)%Z -> t i <= w i.

Lemma formed_tinier : forall u t w v a z, tinier t w -> element_formed u t v a z -> element_formed u w v a z.
Proof.
  intros u t w v a z L (x & r & sum & X & R & S & Z). exists x, r, sum. unfold rounded_at in *.
  split; [exact (rounded_tinier _ _ _ _ _ (L INPUT ltac:(lia)) X)|].
  split; [exact (rounded_tinier _ _ _ _ _ (L INPUT ltac:(lia)) R)|].
  split; [exact (rounded_tinier _ _ _ _ _ (L EXPONENT ltac:(lia)) S)|].
  destruct Z as [Z|Z]; [left|right]; unfold rounded_at in *;
    [exact (rounded_tinier _ _ _ _ _ (L INPUT ltac:(lia)) Z)|exact (rounded_tinier _ _ _ _ _ (L OUTPUT ltac:(lia)) Z)].
Qed.

Lemma operand_tinier : forall u t w v z, tinier t w -> operand u t v z -> operand u w v z.
Proof.
  intros u t w v z L (scaled & I & O). exists scaled. unfold rounded_at in *.
  split; [exact (rounded_tinier _ _ _ _ _ (L INPUT ltac:(lia)) I)|].
  exact (rounded_tinier _ _ _ _ _ (L OPERAND ltac:(lia)) O).
Qed.

Lemma stored_tinier : forall u t w x y, tinier t w -> P_stored_as u t x y -> P_stored_as u w x y.
Proof.
  intros u t w x y L (quotient & output & Q & O & T). exists quotient, output. unfold rounded_at, roundings_at in *.
  split; [exact (roundings_tinier _ _ _ _ _ _ (L ACCUMULATE ltac:(lia)) Q)|].
  split; [exact (rounded_tinier _ _ _ _ _ (L OUTPUT ltac:(lia)) O)|].
  exact (rounded_tinier _ _ _ _ _ (L TENSOR ltac:(lia)) T).
Qed.

(* the weights times K and their factors, the sums and the divisor times K *)
Lemma sums_added_pushed : forall u t w K (c v a p q p' q' : A_seq) n (one two one' two' : A_seq -> R -> Prop) d x,
  tinier t w -> 0 < K -> d <> 0 ->
  (forall x y s, (forall j, y j = K * c j * x j) -> one x s -> one' y (K * s)) ->
  (forall x y s, (forall j, y j = K * L_both c c j * x j) -> two x s -> two' y (K * s)) ->
  (forall j, p' j = K * c j * p j /\ q' j = K * c j * q j) ->
  sums_added u t v a p q n one two d x -> sums_added u w v a p' q' n one' two' (K * d) x.
Proof.
  intros u t w K c v a p q p' q' n one two one' two' d x L P D ONE TWO E S.
  assert (DIV : forall s, s / d = K * s / (K * d)) by (intro s; field; lra).
  destruct S as [(formed & y & s & F & S & ->)|(y & z & O & [(s & S & ->)|(s & s' & o & o' & S & S' & HO & HO' & X)])].
  - left. exists formed, y, (K * s). split; [|split; [|apply DIV]].
    + intros j J. destruct (F j J) as (F1 & F2). split; [exact (formed_tinier _ _ _ _ _ _ L F1)|].
      exact (rounded_tinier _ _ _ _ _ (L OPERAND ltac:(lia)) F2).
    + refine (ONE _ _ _ _ S). intro j. destruct (E j) as (-> & _). ring.
  - right. exists y, z. split; [intros j J; destruct (O j J); split; apply (operand_tinier _ _ _ _ _ L); assumption|].
    left. exists (K * s). split; [|apply DIV]. refine (TWO _ _ _ _ S).
    apply by_halves; intro i; destruct (E i) as (E1 & E2); rewrite ?both_first, ?both_second, ?E1, ?E2; ring.
  - right. exists y, z. split; [intros j J; destruct (O j J); split; apply (operand_tinier _ _ _ _ _ L); assumption|].
    right. exists (K * s), (K * s'), o, o'.
    split; [refine (ONE _ _ _ _ S); intro j; destruct (E j) as (-> & _); ring|].
    split; [refine (ONE _ _ _ _ S'); intro j; destruct (E j) as (_ & ->); ring|]. rewrite <- !DIV.
    split; [exact (stored_tinier _ _ _ _ _ L HO)|]. split; [exact (stored_tinier _ _ _ _ _ L HO')|].
    exact (rounded_tinier _ _ _ _ _ (L ACCUMULATE ltac:(lia)) X).
Qed.

Lemma sums_added_tinier : forall u t w (v a p q : A_seq) n (one two one' two' : A_seq -> R -> Prop) d x, tinier t w ->
  (forall x s, one x s -> one' x s) -> (forall x s, two x s -> two' x s) ->
  sums_added u t v a p q n one two d x -> sums_added u w v a p q n one' two' d x.
Proof.
  intros u t w v a p q n one two one' two' d x L ONE TWO S.
  destruct S as [(formed & y & s & F & S & E)|(y & z & O & [(s & S & E)|(s & s' & o & o' & S & S' & HO & HO' & X)])].
  - left. exists formed, y, s. split; [|split; [apply ONE, S|exact E]]. intros j J. destruct (F j J) as (F1 & F2).
    split; [exact (formed_tinier _ _ _ _ _ _ L F1)|exact (rounded_tinier _ _ _ _ _ (L OPERAND ltac:(lia)) F2)].
  - right. exists y, z. split; [intros j J; destruct (O j J); split; apply (operand_tinier _ _ _ _ _ L); assumption|].
    left. exists s. split; [apply TWO, S|exact E].
  - right. exists y, z. split; [intros j J; destruct (O j J); split; apply (operand_tinier _ _ _ _ _ L); assumption|].
    right. exists s, s', o, o'. split; [apply ONE, S|]. split; [apply ONE, S'|].
    split; [exact (stored_tinier _ _ _ _ _ L HO)|]. split; [exact (stored_tinier _ _ _ _ _ L HO')|].
    exact (rounded_tinier _ _ _ _ _ (L ACCUMULATE ltac:(lia)) X).
Qed.

Lemma added_up_tinier : forall u t w (a c q y : A_seq) n k, t ACCUMULATE <= w ACCUMULATE ->
  t PROBABILITY <= w PROBABILITY -> added_up u t a c q n k y -> added_up u w a c q n k y.
Proof.
  intros u t w a c q y n k T6 T5 (share & H). exists share. intros j J.
  destruct (H j J) as (SJ & SS & AJ & CJ & NONE & SUM). repeat (split; [assumption|]). intro S.
  destruct (SUM S) as (terms & depth & all & s & P & D & A & T & Y). exists terms, depth, all, s.
  split; [exact P|]. split; [exact D|]. split; [exact A|]. split; [|exact (rounded_tinier _ _ _ _ _ T5 Y)].
  exact (proj1 (partial_tinier _ _ _ 0 q T6) _ _ _ _ _ T).
Qed.

(* weights that are added up, times K and their factors, which keys that share a row have in common *)
Lemma added_up_pushed : forall u t w K (a c q y : A_seq) n k, P_is_roundings u t ->
  (forall j, (0 <= j < n)%Z -> 0 <= K * c j /\ K * c j * t ACCUMULATE <= w ACCUMULATE /\
     K * c j * t PROBABILITY <= w PROBABILITY) ->
  added_up u t a c q n k y ->
  added_up u w a (fun _ => 1) (fun j => K * c j * q j) n k (fun j => K * c j * y j).
Proof.
  intros u t w K a c q y n k UT M (share & H). exists share. intros j J. destruct (M j J) as (KC & M6 & M5).
  destruct (H j J) as (SJ & SS & AJ & CJ & NONE & SUM). split; [exact SJ|]. split; [exact SS|]. split; [exact AJ|].
  split; [reflexivity|]. split; [intro S; rewrite (NONE S); ring|]. intro S.
  destruct (SUM S) as (terms & depth & all & s & P & D & A & T & Y). exists terms, depth, all, (K * c j * s).
  split; [exact P|]. split; [exact D|]. split; [exact A|]. split.
  - destruct (UT ACCUMULATE ltac:(lia)) as (_ & T6).
    destruct (proj1 (pushed_both (u ACCUMULATE) (t ACCUMULATE) 0 (K * c j) q (fun i => K * c i * q i) T6 (Rle_refl 0))
      _ _ _ _ _ T) as (_ & X).
    specialize (X (K * c j) KC). rewrite <- (Rmult_1_r (K * c j)) in X at 2.
    assert (G : L_growth 0 0 = 1) by (unfold L_growth; simpl; ring). rewrite G in X. rewrite Rmult_1_r in X.
    specialize (X (Rle_refl _)). unfold plain in X. rewrite map_map in X. simpl in X.
    refine (proj1 (partial_tinier _ _ _ 0 _ M6) _ _ _ _ _ (X _)).
    intros term I. apply in_map_iff in I. destruct I as (i & <- & I). simpl.
    apply (Permutation_in i P), sharing_in in I. destruct I as (I & <-). destruct (H i I) as (_ & _ & _ & -> & _). ring.
  - exact (rounded_times _ _ _ _ _ _ KC M5 Y).
Qed.

Lemma added_quotients_pushed : forall u t w K (p c v a q : A_seq) n k r d z, P_is_roundings u t ->
  IZR r * u RESCALING < 1 -> (0 <= r)%Z -> 0 < K -> grown u t r K w ->
  (forall j, (0 <= j < n)%Z -> 0 <= c j <= L_growth (u RESCALING) r) ->
  (forall j, (0 <= j < n)%Z -> q j = K * c j * p j) -> P_rescaled_added_quotients u t p c v a n k r d z ->
  P_added_quotients_summed u w q v a n k (K * d) z.
Proof.
  intros u t w K p c v a q n k r d z UT B R P G C Y.
  assert (M : tinier t w) by (intros i I; apply (grown_more u t r K w i UT B R G I)).
  intros (D & H). split; [apply Rmult_integral_contrapositive_currified; lra|].
  destruct H as [(stored & stored' & added & A & UP & S)|(ONE & q' & stored & stored' & added & A & N & UP & S)].
  - left. exists (fun j => K * c j * stored j), (fun j => K * c j * stored' j), (fun j => K * c j * added j).
    split; [|split].
    + intros j J. destruct (A j J) as (A1 & A2). rewrite (Y j J). destruct (C j J) as (C0 & C1).
      assert (U := grown_scaled u t r K w PROBABILITY (c j) UT B R ltac:(lra) G ltac:(lia) C1).
      split; apply (rounded_times _ (t PROBABILITY)); try assumption; apply Rmult_le_pos; lra.
    + apply (added_up_pushed u t w K a c stored' added n k UT); [|exact UP]. intros j J. destruct (C j J) as (C0 & C1).
      split; [apply Rmult_le_pos; lra|].
      split; apply (grown_scaled u t r K w _ (c j) UT B R); try assumption; try lra; lia.
    + refine (sums_added_pushed u t w K c v a _ _ _ _ n _ _ _ _ d z M P D _ _ _ S).
      * intros x y s E T. exact (terms_pushed u t w K x c y n k r s UT B R ltac:(lra) G (fun j _ => E j) T).
      * intros x y s E T.
        exact (terms_pushed u t w K x (L_both c c) y (2 * n) (2 * k) r s UT B R ltac:(lra) G (fun j _ => E j) T).
      * intro j. split; reflexivity.
  - right. exists q', stored, stored', added. split; [|split; [|split]].
    + intros j J. replace (q j / (K * d)) with (p j / d) by (rewrite (Y j J), (ONE j J); field; split; lra).
      apply (roundings_tinier _ (t ACCUMULATE)); [apply M; lia|apply A, J].
    + intros j J. destruct (N j J) as (N1 & N2). split; apply (rounded_tinier _ (t PROBABILITY)); try assumption;
        apply M; lia.
    + apply (added_up_tinier u t w); [apply M; lia|apply M; lia|exact UP].
    + refine (sums_added_tinier u t w v a _ _ n _ _ _ _ 1 z M _ _ S); intros x s T;
        apply (terms_tinier u t w); try (apply M; lia); exact T.
Qed.

(* weights and divisor times a number that is at most 1 *)
Lemma added_quotients_times : forall u t K (p q v a : A_seq) n k d z, P_is_roundings u t -> 0 < K <= 1 ->
  (forall j, q j = K * p j) -> P_added_quotients_summed u t p v a n k d z ->
  P_added_quotients_summed u t q v a n k (K * d) z.
Proof.
  intros u t K p q v a n k d z UT P Q (D & H). split; [apply Rmult_integral_contrapositive_currified; lra|].
  assert (LESS : forall s, 0 <= s -> K * s <= s).
  { intros s S. rewrite <- (Rmult_1_l s) at 2. apply Rmult_le_compat_r; lra. }
  destruct (UT PROBABILITY ltac:(lia)) as (_ & T5). destruct (UT ACCUMULATE ltac:(lia)) as (_ & T6).
  destruct H as [(stored & stored' & added & A & UP & S)|(q' & stored & stored' & added & A & REST)].
  - left. exists (fun j => K * 1 * stored j), (fun j => K * 1 * stored' j), (fun j => K * 1 * added j).
    split; [|split].
    + intros j J. destruct (A j J) as (A1 & A2). rewrite Q, Rmult_1_r.
      split; apply (rounded_times _ (t PROBABILITY)); try assumption; try lra; apply LESS, T5.
    + apply (added_up_pushed u t t K a (fun _ => 1) stored' added n k UT); [|exact UP]. intros j J. rewrite Rmult_1_r.
      split; [lra|]. split; apply LESS; assumption.
    + assert (SUM : forall m l x y s, (forall j, y j = K * x j) -> plain_sum u t m l x s ->
        plain_sum u t m l y (K * s)).
      { intros m l x y s E (depth & all & X & Y & Z). exists depth, all. split; [exact X|]. split; [exact Y|].
        apply (sum_times _ (t ACCUMULATE) _ _ x); [lra|exact E|apply LESS, T6|exact Z]. }
      refine (sums_added_pushed u t t K (fun _ => 1) v a _ _ _ _ n _ _ _ _ d z _ (proj1 P) D _ _ _ S).
      * intros i I. lra.
      * intros x y s E. apply SUM. intro j. rewrite E. ring.
      * intros x y s E. apply SUM. intro j. rewrite E. replace (L_both (fun _ => 1) (fun _ => 1) j) with 1; [ring|].
        revert j. apply by_halves; intro i; [rewrite both_first|rewrite both_second]; reflexivity.
      * intro j. split; reflexivity.
  - right. exists q', stored, stored', added. split; [|exact REST]. intros j J.
    replace (q j / (K * d)) with (p j / d) by (rewrite Q; field; split; lra). apply A, J.
Qed.
