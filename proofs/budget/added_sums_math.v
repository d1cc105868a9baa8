(* added_sums_math.v - sums of values and of vectors that are added to them are sums of twice the terms. *)
From Coq Require Import Reals ZArith List Lia Lra Permutation.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum engine relative added_values.
From Plumbline.compare Require Import rounded_sum_math.
From Plumbline.budget Require Import row_score_math softpick_engine_math scaled_softmax_math.
From Plumbline.budget Require relative_math.
Import ListNotations.
Open Scope R_scope.

(* ---- each term becomes some ---- *)

Definition spread (h : Z -> list Z) (terms : list (Z * R)) : list (Z * R) :=
  flat_map (fun term => map (fun j => (j, snd term)) (h (fst term))) terms.

Lemma spread_scaled : forall h c terms, spread h (map (fun term => (fst term, snd term * c)) terms) =
  map (fun term => (fst term, snd term * c)) (spread h terms).
Proof.
  intros h c terms. unfold spread. induction terms as [|a rest IH]; [reflexivity|]. simpl.
  rewrite map_app, map_map, IH. reflexivity.
Qed.

Lemma spread_places : forall h terms, map fst (spread h terms) = flat_map h (map fst terms).
Proof.
  intros h terms. unfold spread. induction terms as [|a rest IH]; [reflexivity|]. simpl.
  rewrite map_app, map_map, map_id, IH. reflexivity.
Qed.

Lemma partial_spread : forall u t w f x y h K, Rabs K * t <= w ->
  (forall i, partial u w f y (map (fun j => (j, 1)) (h i)) 0 0 0 (K * x i)) ->
  (forall terms d a r s, partial u t f x terms d a r s -> partial u w f y (spread h terms) d a r (K * s)) /\
  (forall terms d a r p s size, gathered u t f x terms d a r p s size -> (0 <= p)%Z /\
    gathered u w f y (spread h terms) d a r p (K * s) (Rabs K * size)).
Proof.
  intros u t w f x y h K W Y.
  apply (partial_gathered_ind u t f x (fun terms d a r s => partial u w f y (spread h terms) d a r (K * s))
    (fun terms d a r p s size => (0 <= p)%Z /\ gathered u w f y (spread h terms) d a r p (K * s) (Rabs K * size))).
  - rewrite Rmult_0_r. apply partial_none.
  - intro i. unfold spread. simpl. rewrite app_nil_r. apply Y.
  - intros terms d a r s z _ IH N. apply (partial_rounded _ _ _ _ _ _ _ _ _ _ IH). unfold near_rounded in *.
    replace (K * z - K * s) with (K * (z - s)) by ring. rewrite !Rabs_mult.
    apply (Rmult_le_compat_l _ _ _ (Rabs_pos K)) in N. lra.
  - intros terms d a r s terms' d' a' r' s' _ IH _ IH'. rewrite Rmult_plus_distr_l. unfold spread.
    rewrite flat_map_app. apply partial_joined; assumption.
  - intros terms d a r s c _ IH C. replace (K * (c * s)) with (c * (K * s)) by ring. rewrite spread_scaled.
    apply partial_scaled; assumption.
  - intros terms d a r p s size z _ (P & IH) N. apply (partial_block _ _ _ _ _ _ _ _ _ _ _ _ IH).
    replace (K * z - K * s) with (K * (z - s)) by ring. rewrite Rabs_mult.
    apply (Rmult_le_compat_l _ _ _ (Rabs_pos K)) in N. apply IZR_le in P.
    apply (Rmult_le_compat_l (IZR p)) in W; [lra|exact P].
  - intros terms d a r s _ IH. split; [lia|]. rewrite <- Rabs_mult. apply gathered_first, IH.
  - intros terms d a r p s size terms' d' a' r' s' _ (P & IH) _ IH'. split; [lia|].
    rewrite !Rmult_plus_distr_l, <- (Rabs_mult K s'). unfold spread. rewrite flat_map_app.
    apply gathered_next; assumption.
Qed.

(* both places of a key, or one of them *)
Definition first (i : Z) : Z := (2 * i)%Z.
Definition second (i : Z) : Z := (2 * i + 1)%Z.
Definition pair (i : Z) : list Z := [first i; second i].

Lemma both_first : forall x y i, L_both x y (first i) = x i.
Proof.
  intros x y i. unfold L_both, first. rewrite Z.even_mul. cbv beta iota delta [Z.even orb].
  rewrite Z.mul_comm, Z.div_mul by lia. reflexivity.
Qed.

Lemma both_second : forall x y i, L_both x y (second i) = y i.
Proof.
  intros x y i. unfold L_both, second. rewrite Z.add_comm, Z.even_add_mul_2. cbv beta iota delta [Z.even].
  rewrite Z.mul_comm, Z.div_add by lia. reflexivity.
Qed.

(* what holds of both is true of all *)
Lemma by_halves : forall P : Z -> Prop, (forall i, P (first i)) -> (forall i, P (second i)) -> forall j, P j.
Proof.
  intros P F S j. assert (D := Z.div_mod j 2 ltac:(lia)). assert (B := Z.mod_pos_bound j 2 ltac:(lia)).
  destruct (Z.eq_dec (j mod 2) 0) as [E|E].
  - replace j with (first (j / 2)) by (unfold first; lia). apply F.
  - replace j with (second (j / 2)) by (unfold second; lia). apply S.
Qed.

Lemma by_halves_below : forall (P : Z -> Prop) n, (forall i, (0 <= i < n)%Z -> P (first i)) ->
  (forall i, (0 <= i < n)%Z -> P (second i)) -> forall j, (0 <= j < 2 * n)%Z -> P j.
Proof.
  intros P n F S. apply (by_halves (fun j => (0 <= j < 2 * n)%Z -> P j)).
  - intros i I. apply F. unfold first in I. lia.
  - intros i I. apply S. unfold second in I. lia.
Qed.

Lemma pairs_below : forall n, (0 <= n)%Z -> flat_map pair (below n) = below (2 * n).
Proof.
  intros n N. rewrite <- (Z2Nat.id n) by exact N. unfold below. rewrite Nat2Z.id.
  replace (Z.to_nat (2 * Z.of_nat (Z.to_nat n))) with (Z.to_nat n + Z.to_nat n)%nat by lia.
  induction (Z.to_nat n) as [|k IH]; [reflexivity|].
  replace (S k + S k)%nat with (S (S (k + k))) by lia. rewrite !seq_S, !map_app, flat_map_app, IH, <- app_assoc.
  f_equal.
  simpl. unfold pair, first, second. f_equal; [lia|]. f_equal. lia.
Qed.

Lemma halves_are_pairs : forall l, Permutation (map first l ++ map second l) (flat_map pair l).
Proof.
  induction l as [|a rest IH]; [apply perm_nil|]. simpl. apply perm_skip.
  eapply Permutation_trans; [apply Permutation_sym, Permutation_middle|]. apply perm_skip, IH.
Qed.

Lemma in_spread : forall h terms term, In term (spread h terms) ->
  exists before, In before terms /\ In (fst term) (h (fst before)) /\ snd term = snd before.
Proof.
  intros h terms term I. unfold spread in I. apply in_flat_map in I. destruct I as (before & B & I).
  apply in_map_iff in I. destruct I as (j & <- & J). exists before. auto.
Qed.

(* a sum whose terms are each split in two *)
Lemma sum_spread : forall u t w f x y c e n d a r s K, (0 <= n)%Z -> Rabs K * t <= w ->
  (forall i, y (first i) + y (second i) = K * x i) -> (forall i, e (first i) = c i /\ e (second i) = c i) ->
  P_rescaled_sum u t f x c n d a r s -> P_rescaled_sum u w f y e (2 * n) d a r (K * s).
Proof.
  intros u t w f x y c e n d a r s K N W Y E (terms & P & C & S). exists (spread pair terms). split; [|split].
  - rewrite spread_places, <- pairs_below by exact N. apply Permutation_flat_map, P.
  - intros term I. apply in_spread in I. destruct I as (before & B & H & ->). rewrite (C _ B).
    destruct (E (fst before)) as (E1 & E2). destruct H as [<-|[<-|[]]]; symmetry; assumption.
  - refine (proj1 (partial_spread u t w f x y pair K W _) _ _ _ _ _ S). intro i. rewrite <- Y.
    exact (partial_joined u w f y _ 0 0 0 _ _ 0 0 0 _ (partial_term u w f y (first i))
      (partial_term u w f y (second i))).
Qed.

(* two sums, added *)
Lemma sums_joined : forall u t w f x x' y c e n d a d' a' r s s' K K', (0 <= n)%Z -> Rabs K * t <= w ->
  Rabs K' * t <= w -> (forall i, y (first i) = K * x i) -> (forall i, y (second i) = K' * x' i) ->
  (forall i, e (first i) = c i /\ e (second i) = c i) ->
  P_rescaled_sum u t f x c n d a r s -> P_rescaled_sum u t f x' c n d' a' r s' ->
  P_rescaled_sum u w f y e (2 * n) (Z.max d d') (a + a') r (K * s + K' * s').
Proof.
  intros u t w f x x' y c e n d a d' a' r s s' K K' N W W' Y Y' E (terms & P & C & S) (terms' & P' & C' & S').
  exists (spread (fun i => [first i]) terms ++ spread (fun i => [second i]) terms').
  assert (L : forall h l, flat_map (fun i : Z => [h i : Z]) l = map h l).
  { intros h l. induction l as [|b rest IH]; [reflexivity|]. simpl. rewrite IH. reflexivity. }
  split; [|split].
  - rewrite map_app, !spread_places, !L, <- pairs_below by exact N.
    eapply Permutation_trans; [|apply halves_are_pairs]. apply Permutation_app; apply Permutation_map; assumption.
  - intros term I. apply in_app_or in I.
    destruct I as [I|I]; apply in_spread in I; destruct I as (before & B & H & ->); destruct H as [<-|[]];
      destruct (E (fst before)) as (E1 & E2); [rewrite (C _ B)|rewrite (C' _ B)]; symmetry; assumption.
  - rewrite <- (Z.max_id r) at 1. apply partial_joined.
    + refine (proj1 (partial_spread u t w f x y _ K W _) _ _ _ _ _ S). intro i. rewrite <- Y. apply partial_term.
    + refine (proj1 (partial_spread u t w f x' y _ K' W' _) _ _ _ _ _ S'). intro i. rewrite <- Y'. apply partial_term.
Qed.

(* a sum that is rescaled by 1 besides *)
Lemma sum_rescaled : forall u t f x c n d a r s q, 0 <= f -> (0 <= q)%Z -> P_rescaled_sum u t f x c n d a r s ->
  P_rescaled_sum u t f x c n d a (r + q) s.
Proof.
  intros u t f x c n d a r s q F Q (terms & P & C & S). exists terms. split; [exact P|]. split; [exact C|].
  revert q Q. apply natlike_ind; [rewrite Z.add_0_r; exact S|]. intros q Q IH.
  replace (r + Z.succ q)%Z with (r + q + 1)%Z by lia.
  replace terms with (map (fun term => (fst term, snd term * 1)) terms).
  - rewrite <- (Rmult_1_l s). apply partial_scaled; [exact IH|lra].
  - rewrite <- (map_id terms) at 2. apply map_ext. intros (i & b). simpl. rewrite Rmult_1_r. reflexivity.
Qed.

(* ---- what is off by the sum of two, in parts ---- *)

Definition share (error a b : R) : R := error * (a / (a + b)).

Lemma share_within : forall error a b, 0 <= a -> 0 <= b -> Rabs error <= a + b ->
  Rabs (share error a b) <= a /\ Rabs (error - share error a b) <= b.
Proof.
  intros error a b A B E. unfold share. destruct (Req_dec (a + b) 0) as [Z|N].
  - assert (a = 0) by lra. assert (b = 0) by lra. subst. rewrite Rplus_0_r in E.
    assert (Z0 : error = 0).
    { destruct (Req_dec error 0) as [H|H]; [exact H|]. apply Rabs_pos_lt in H. lra. }
    subst. unfold Rdiv. rewrite !Rmult_0_l, Rminus_0_r, Rabs_R0. lra.
  - assert (P : 0 < a + b) by lra. assert (I := Rinv_0_lt_compat _ P).
    replace (error - error * (a / (a + b))) with (error * (b / (a + b))) by (field; exact N).
    assert (H : forall c, 0 <= c -> Rabs (error * (c / (a + b))) <= c).
    { intros c C. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (c * / (a + b))) by (apply Rmult_le_pos; lra).
      apply (Rmult_le_compat_r (c * / (a + b))) in E; [|apply Rmult_le_pos; lra]. eapply Rle_trans; [exact E|].
      right. field. exact N. }
    split; apply H; assumption.
Qed.

(* a rounded number is a multiple, and what underflows *)
Lemma rounded_multiple : forall e t x y, 0 <= e -> 0 <= t -> near_rounded e t x y ->
  exists K rest, y = K * x + rest /\ Rabs (K - 1) <= e /\ Rabs rest <= t.
Proof.
  unfold near_rounded. intros e t x y E T H.
  destruct (share_within (y - x) (e * Rabs x) t ltac:(apply Rmult_le_pos; [exact E|apply Rabs_pos]) T H) as (A & B).
  set (a := share (y - x) (e * Rabs x) t) in *. clearbody a. destruct (Req_dec x 0) as [->|X].
  - exists 1, y. rewrite Rabs_R0, Rmult_0_r in A. assert (a = 0).
    { destruct (Req_dec a 0) as [Z|Z]; [exact Z|]. apply Rabs_pos_lt in Z. lra. }
    subst a. rewrite Rabs_R0, Rmult_0_r, Rminus_0_r, Rplus_0_l in H.
    split; [ring|]. split; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; exact E|exact H].
  - exists (1 + a / x), (y - x - a). split; [field; exact X|]. split; [|exact B].
    replace (1 + a / x - 1) with (a * / x) by (unfold Rdiv; ring). rewrite Rabs_mult, Rabs_inv.
    assert (P := Rabs_pos_lt x X). apply (Rmult_le_reg_r (Rabs x)); [exact P|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. exact A.
Qed.

Lemma compound_positive : forall a b, 0 <= a -> 0 <= b -> 0 <= compound a b.
Proof. intros a b A B. unfold L_compound. assert (C := Rmult_le_pos _ _ A B). lra. Qed.

Lemma multiples : forall a b K L, Rabs (K - 1) <= a -> Rabs (L - 1) <= b -> Rabs (L * K - 1) <= compound a b.
Proof.
  intros a b K L A B. unfold L_compound. replace (L * K - 1) with ((L - 1) * (K - 1) + (L - 1) + (K - 1)) by ring.
  assert (X := Rabs_triang ((L - 1) * (K - 1) + (L - 1)) (K - 1)).
  assert (Y := Rabs_triang ((L - 1) * (K - 1)) (L - 1)). rewrite Rabs_mult in Y.
  assert (Z := Rmult_le_compat _ _ _ _ (Rabs_pos _) (Rabs_pos _) B A). lra.
Qed.

Lemma multiple_size : forall a K, Rabs (K - 1) <= a -> Rabs K <= 1 + a.
Proof.
  intros a K A. replace K with ((K - 1) + 1) by ring. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_R1. lra.
Qed.

(* ---- the wider model ---- *)

Definition tensor_unit (u : A_seq) : R := Rmax (u INPUT) (u OUTPUT).
Definition formed_unit (u : A_seq) : R := compound (compound (u INPUT) (u EXPONENT)) (tensor_unit u).
Definition formed_tiny (u t : A_seq) : R :=
  (2 * t INPUT * (1 + u EXPONENT) + t EXPONENT) * (1 + tensor_unit u) + tensor_unit t.
Definition stored_unit (u : A_seq) : R := compound (compound (gamma 4 (u ACCUMULATE)) (u OUTPUT)) (u TENSOR).
Definition stored_tiny (u t : A_seq) : R :=
  (4 * t ACCUMULATE * (1 + gamma 4 (u ACCUMULATE)) * (1 + u OUTPUT) + t OUTPUT) * (1 + u TENSOR) + t TENSOR.
Definition outputs_unit (u : A_seq) : R := compound (stored_unit u) (u ACCUMULATE).
Definition outputs_tiny (u t : A_seq) : R := 2 * stored_tiny u t * (1 + u ACCUMULATE) + t ACCUMULATE.
Definition wide (u t a b : A_seq) : Prop :=
  compound (formed_unit u) (u OPERAND) <= a OPERAND /\
  formed_tiny u t * (1 + u OPERAND) + t OPERAND <= b OPERAND /\
  compound (compound (u INPUT) (u OPERAND)) (outputs_unit u) <= a OPERAND /\
  (t INPUT * (1 + u OPERAND) + t OPERAND) * (1 + outputs_unit u) <= b OPERAND /\
  2 * t ACCUMULATE * (1 + outputs_unit u) <= b ACCUMULATE /\ a ACCUMULATE = u ACCUMULATE /\
  (forall i, (0 <= i < 12)%Z -> i <> OPERAND -> i <> PROBABILITY -> i <> ACCUMULATE -> a i = u i /\ b i = t i) /\
  u PROBABILITY <= a PROBABILITY /\ t PROBABILITY <= b PROBABILITY.

Lemma stored_rounds : forall u t x y, P_is_roundings u t -> 4 * u ACCUMULATE < 1 -> P_stored_as u t x y ->
  near_rounded (stored_unit u) (stored_tiny u t) x y.
Proof.
  intros u t x y UT A4 (quotient & output & Q & O & T).
  destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA). destruct (UT OUTPUT ltac:(lia)) as (UO & _).
  destruct (UT TENSOR ltac:(lia)) as (US & _). assert (G := roundings_gamma _ _ 4 _ _ UA TA A4 Q).
  exact (compound_rounded _ _ _ _ _ _ _ US (compound_rounded _ _ _ _ _ _ _ UO G O) T).
Qed.

Lemma units_positive : forall u, (forall i, (0 <= i < 12)%Z -> 0 <= u i) -> 4 * u ACCUMULATE < 1 ->
  0 <= tensor_unit u /\ 0 <= formed_unit u /\ 0 <= stored_unit u /\ 0 <= outputs_unit u.
Proof.
  intros u U A4. assert (T : 0 <= tensor_unit u).
  { eapply Rle_trans; [apply (U INPUT); lia|apply Rmax_l]. }
  assert (S : 0 <= stored_unit u).
  { unfold stored_unit. repeat apply compound_positive; try (apply U; lia). apply gamma_positive.
    assert (0 <= u ACCUMULATE) by (apply U; lia). lra. }
  assert (U0 := U INPUT ltac:(lia)). assert (U4 := U EXPONENT ltac:(lia)). assert (U6 := U ACCUMULATE ltac:(lia)).
  assert (F : 0 <= formed_unit u) by (apply compound_positive; [apply compound_positive|]; assumption).
  assert (O : 0 <= outputs_unit u) by (apply compound_positive; assumption). repeat split; assumption.
Qed.

Lemma tinies_positive : forall u t, P_is_roundings u t -> 4 * u ACCUMULATE < 1 ->
  0 <= tensor_unit t /\ 0 <= formed_tiny u t /\ 0 <= stored_tiny u t.
Proof.
  intros u t UT A4. assert (U : forall i, (0 <= i < 12)%Z -> 0 <= u i) by (intros i I; apply (UT i I)).
  assert (V : forall i, (0 <= i < 12)%Z -> 0 <= t i) by (intros i I; apply (UT i I)).
  destruct (units_positive u U A4) as (T & _ & _ & _). assert (W : 0 <= tensor_unit t).
  { eapply Rle_trans; [apply (V INPUT); lia|apply Rmax_l]. }
  assert (G : 0 <= gamma 4 (u ACCUMULATE)).
  { apply gamma_positive. assert (0 <= u ACCUMULATE) by (apply U; lia). lra. }
  assert (U4 := U EXPONENT ltac:(lia)). assert (U7 := U OUTPUT ltac:(lia)). assert (U8 := U TENSOR ltac:(lia)).
  assert (T0 := V INPUT ltac:(lia)). assert (T4 := V EXPONENT ltac:(lia)). assert (T6 := V ACCUMULATE ltac:(lia)).
  assert (T7 := V OUTPUT ltac:(lia)). assert (T8 := V TENSOR ltac:(lia)).
  split; [exact W|]. unfold formed_tiny, stored_tiny.
  split; repeat first [lra|apply Rmult_le_pos|apply Rplus_le_le_0_compat].
Qed.

Lemma wide_roundings : forall u t a b, P_is_roundings u t -> 4 * u ACCUMULATE < 1 -> wide u t a b ->
  u OPERAND <= a OPERAND /\ t OPERAND <= b OPERAND /\ t ACCUMULATE <= b ACCUMULATE /\ P_is_roundings a b.
Proof.
  intros u t a b UT A4 (F & G & _ & _ & T6 & U6 & E & U5 & T5).
  assert (U : forall i, (0 <= i < 12)%Z -> 0 <= u i) by (intros i I; apply (UT i I)).
  destruct (units_positive u U A4) as (_ & FU & _ & OU). destruct (tinies_positive u t UT A4) as (_ & FT & _).
  destruct (UT OPERAND ltac:(lia)) as (U1 & T1). destruct (UT ACCUMULATE ltac:(lia)) as (P6 & Q6).
  assert (A : u OPERAND <= a OPERAND).
  { eapply Rle_trans; [|exact F]. unfold L_compound. assert (X := Rmult_le_pos _ _ FU U1). lra. }
  assert (B : t OPERAND <= b OPERAND).
  { eapply Rle_trans; [|exact G]. assert (X := Rmult_le_pos (formed_tiny u t) (1 + u OPERAND) FT ltac:(lra)). lra. }
  assert (C : t ACCUMULATE <= b ACCUMULATE).
  { eapply Rle_trans; [|exact T6]. assert (X := Rmult_le_pos _ _ Q6 OU). lra. }
  split; [exact A|]. split; [exact B|]. split; [exact C|]. intros i I.
  destruct (Z.eq_dec i OPERAND) as [->|N1]; [lra|]. destruct (Z.eq_dec i ACCUMULATE) as [->|N6]; [lra|].
  destruct (Z.eq_dec i PROBABILITY) as [->|N5]; [destruct (UT PROBABILITY I); lra|].
  destruct (E i I N1 N5 N6) as (-> & ->). apply UT, I.
Qed.

(* ---- sums of both, in one ---- *)

(* a value and a vector that were added first, as if each were multiplied by itself *)
Lemma formed_apart : forall u t a b v c formed w, P_is_roundings u t -> 4 * u ACCUMULATE < 1 -> wide u t a b ->
  element_formed u t v c formed -> rounded_at u t OPERAND formed w ->
  let e := compound (formed_unit u) (u OPERAND) in let g := formed_tiny u t * (1 + u OPERAND) + t OPERAND in
  let x := v + share (w - (v + c)) (e * Rabs v + g) (e * Rabs c + g) in
  rounded_at a b OPERAND v x /\ rounded_at a b OPERAND c (w - x).
Proof.
  intros u t a b v c formed w UT A4 W F O e g x. destruct W as (WE & WG & _). fold e in WE. fold g in WG.
  assert (U : forall i, (0 <= i < 12)%Z -> 0 <= u i) by (intros i I; apply (UT i I)).
  destruct (units_positive u U A4) as (_ & FU & _ & _). destruct (tinies_positive u t UT A4) as (_ & FT & _).
  destruct (UT OPERAND ltac:(lia)) as (U1 & T1).
  destruct (relative_math.formed_within u t v c formed UT F) as (_ & _ & N).
  change (Rabs (formed - (v + c)) <= formed_unit u * (Rabs v + Rabs c) + formed_tiny u t) in N.
  assert (E0 : 0 <= e) by (apply compound_positive; assumption).
  assert (G0 : 0 <= g).
  { unfold g. apply Rplus_le_le_0_compat; [apply Rmult_le_pos; lra|exact T1]. }
  assert (V := Rabs_pos v). assert (C := Rabs_pos c).
  assert (EV := Rmult_le_pos _ _ E0 V). assert (EC := Rmult_le_pos _ _ E0 C).
  assert (D : Rabs (w - (v + c)) <= (e * Rabs v + g) + (e * Rabs c + g)).
  { unfold rounded_at, near_rounded in O. replace (w - (v + c)) with ((w - formed) + (formed - (v + c))) by ring.
    eapply Rle_trans; [apply Rabs_triang|].
    assert (H : Rabs formed <= Rabs (formed - (v + c)) + (Rabs v + Rabs c)).
    { replace formed with ((formed - (v + c)) + (v + c)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|].
      assert (I := Rabs_triang v c). lra. }
    set (d := Rabs (formed - (v + c))) in *. set (s := Rabs v + Rabs c) in *.
    apply (Rmult_le_compat_l (u OPERAND)) in H; [|exact U1].
    apply (Rmult_le_compat_l (1 + u OPERAND)) in N; [|lra].
    replace ((e * Rabs v + g) + (e * Rabs c + g)) with (e * s + 2 * g) by (unfold s; ring).
    assert (X : e * s + g = (1 + u OPERAND) * (formed_unit u * s + formed_tiny u t) + u OPERAND * s + t OPERAND).
    { unfold e, g, L_compound. ring. }
    lra. }
  destruct (share_within _ (e * Rabs v + g) (e * Rabs c + g) ltac:(lra) ltac:(lra) D) as (P & Q).
  unfold rounded_at, near_rounded.
  assert (MORE : forall y, 0 <= y -> e * y + g <= a OPERAND * y + b OPERAND).
  { intros y Y. apply (Rmult_le_compat_r y) in WE; [lra|exact Y]. }
  split.
  - replace (x - v) with (share (w - (v + c)) (e * Rabs v + g) (e * Rabs c + g)) by (unfold x; ring).
    eapply Rle_trans; [exact P|apply MORE, V].
  - replace (w - x - c) with (w - (v + c) - share (w - (v + c)) (e * Rabs v + g) (e * Rabs c + g))
      by (unfold x; ring).
    eapply Rle_trans; [exact Q|apply MORE, C].
Qed.

(* a value whose output is a multiple of what it were *)
Lemma operand_apart : forall u t a b v w K, P_is_roundings u t -> 4 * u ACCUMULATE < 1 -> wide u t a b ->
  operand u t v w -> Rabs (K - 1) <= outputs_unit u -> rounded_at a b OPERAND v (K * w).
Proof.
  intros u t a b v w K UT A4 W (scaled & I & O) KK. destruct W as (_ & _ & WE & WG & _).
  destruct (UT OPERAND ltac:(lia)) as (U1 & T1). destruct (UT INPUT ltac:(lia)) as (U0 & T0).
  assert (C := compound_rounded _ _ _ _ _ _ _ U1 I O). unfold rounded_at, near_rounded in *.
  set (e := compound (u INPUT) (u OPERAND)) in *. set (g := t INPUT * (1 + u OPERAND) + t OPERAND) in *.
  assert (V := Rabs_pos v). assert (S := multiple_size _ _ KK).
  replace (K * w - v) with (K * (w - v) + (K - 1) * v) by ring. eapply Rle_trans; [apply Rabs_triang|].
  rewrite !Rabs_mult.
  assert (X : Rabs K * Rabs (w - v) <= (1 + outputs_unit u) * (e * Rabs v + g)).
  { apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  apply (Rmult_le_compat_r (Rabs v)) in KK; [|exact V]. apply (Rmult_le_compat_r (Rabs v)) in WE; [|exact V].
  unfold L_compound at 1 in WE. lra.
Qed.

(* two outputs, stored and added: multiples of each, and what underflows *)
Lemma outputs_added : forall u t x x' o o' z, P_is_roundings u t -> 4 * u ACCUMULATE < 1 -> P_stored_as u t x o ->
  P_stored_as u t x' o' -> rounded_at u t ACCUMULATE (o + o') z ->
  exists K K', Rabs (K - 1) <= outputs_unit u /\ Rabs (K' - 1) <= outputs_unit u /\
    Rabs (z - (K * x + K' * x')) <= outputs_tiny u t.
Proof.
  intros u t x x' o o' z UT A4 O O' Z.
  assert (U : forall i, (0 <= i < 12)%Z -> 0 <= u i) by (intros i I; apply (UT i I)).
  destruct (units_positive u U A4) as (_ & _ & SU & _). destruct (tinies_positive u t UT A4) as (_ & _ & ST).
  destruct (UT ACCUMULATE ltac:(lia)) as (U6 & T6). apply (stored_rounds _ _ _ _ UT A4) in O, O'.
  destruct (rounded_multiple _ _ _ _ SU ST O) as (L & r & -> & HL & HR).
  destruct (rounded_multiple _ _ _ _ SU ST O') as (L' & r' & -> & HL' & HR').
  destruct (rounded_multiple _ _ _ _ U6 T6 Z) as (M & q & -> & HM & HQ).
  exists (M * L), (M * L'). split; [apply multiples; assumption|]. split; [apply multiples; assumption|].
  replace (M * (L * x + r + (L' * x' + r')) + q - (M * L * x + M * L' * x')) with (M * (r + r') + q) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult. unfold outputs_tiny.
  assert (S := multiple_size _ _ HM). assert (T := Rabs_triang r r').
  assert (X : Rabs M * Rabs (r + r') <= (1 + u ACCUMULATE) * (2 * stored_tiny u t)).
  { apply Rmult_le_compat; try apply Rabs_pos; [exact S|lra]. }
  lra.
Qed.

Lemma added_are_one_sum : forall u t a b v f p q n factor c e r most all most' all' D x, P_is_roundings u t ->
  4 * u ACCUMULATE < 1 -> wide u t a b -> (0 <= n)%Z -> (most <= most')%Z -> (2 * all <= all')%Z -> (0 <= all)%Z ->
  D <> 0 -> (forall i, e (first i) = c i /\ e (second i) = c i) ->
  sums_added u t v f p q n (sum_in u t factor c r n most all) (sum_in u t factor e r (2 * n) most' all') D x ->
  exists q' w s, (q' = p \/ q' = q) /\
    (forall j, (0 <= j < 2 * n)%Z -> rounded_at a b OPERAND (L_both v f j) (w j)) /\
    sum_in a b factor e r (2 * n) most' all' (fun j => L_both p q' j * w j) s /\
    Rabs (x - s / D) <= outputs_tiny u t.
Proof.
  intros u t a b v f p q n factor c e r most all most' all' D x UT A4 W N M A A0 D0 E S.
  assert (U : forall i, (0 <= i < 12)%Z -> 0 <= u i) by (intros i I; apply (UT i I)).
  destruct (units_positive u U A4) as (_ & _ & _ & OU). destruct (tinies_positive u t UT A4) as (_ & _ & ST).
  destruct (UT ACCUMULATE ltac:(lia)) as (U6 & T6).
  assert (OT : 0 <= outputs_tiny u t).
  { unfold outputs_tiny. assert (X := Rmult_le_pos (2 * stored_tiny u t) (1 + u ACCUMULATE) ltac:(lra) ltac:(lra)).
    lra. }
  assert (W' := W). destruct W' as (_ & _ & _ & _ & B6 & A6 & _).
  assert (TB : (1 + outputs_unit u) * t ACCUMULATE <= b ACCUMULATE).
  { assert (X := Rmult_le_pos _ _ T6 OU). lra. }
  assert (T1 : 1 * t ACCUMULATE <= b ACCUMULATE) by (assert (X := Rmult_le_pos _ _ T6 OU); lra).
  assert (EXACT : forall y z, y = z -> Rabs (y - z) <= outputs_tiny u t).
  { intros y z ->. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. exact OT. }
  assert (ONE : Rabs (1 - 1) <= outputs_unit u) by (rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; exact OU).
  assert (SIZE : forall K, Rabs (K - 1) <= outputs_unit u -> Rabs K * t ACCUMULATE <= b ACCUMULATE).
  { intros K KK. apply multiple_size in KK. apply (Rmult_le_compat_r (t ACCUMULATE)) in KK; [lra|exact T6]. }
  assert (REST : forall K K' w z, Rabs (K - 1) <= outputs_unit u -> Rabs (K' - 1) <= outputs_unit u ->
    (forall j, (0 <= j < n)%Z -> operand u t (v j) (w j) /\ operand u t (f j) (z j)) ->
    forall j, (0 <= j < 2 * n)%Z -> rounded_at a b OPERAND (L_both v f j)
      (L_both (fun i => K * w i) (fun i => K' * z i) j)).
  { intros K K' w z KK KK' O.
    apply by_halves_below; intros i I; destruct (O i I) as (OV & OF); [rewrite !both_first|rewrite !both_second];
      eapply operand_apart; eassumption. }
  destruct S as [(formed & w & s & F & (d & k & HD & HK & P) & ->)|(w & z & O & [(s & P & ->)|
    (s & s' & o & o' & (d & k & HD & HK & P) & (d' & k' & HD' & HK' & P') & HO & HO' & X)])].
  - set (g := fun j => v j + share (w j - (v j + f j))
      (compound (formed_unit u) (u OPERAND) * Rabs (v j) + (formed_tiny u t * (1 + u OPERAND) + t OPERAND))
      (compound (formed_unit u) (u OPERAND) * Rabs (f j) + (formed_tiny u t * (1 + u OPERAND) + t OPERAND))).
    exists p, (L_both g (fun j => w j - g j)), s. split; [left; reflexivity|].
    split; [|split; [|apply EXACT; reflexivity]].
    + apply by_halves_below; intros i I; destruct (F i I) as (F1 & F2);
        destruct (formed_apart u t a b (v i) (f i) _ _ UT A4 W F1 F2) as (G1 & G2);
        [rewrite !both_first|rewrite !both_second]; assumption.
    + exists d, k. split; [lia|]. split; [lia|]. rewrite A6, <- (Rmult_1_l s).
      apply (sum_spread _ (t ACCUMULATE) _ _ (fun j => p j * w j) _ c); [exact N|apply SIZE, ONE| |exact E|exact P].
      intro i. rewrite !both_first, !both_second. ring.
  - exists q, (L_both (fun i => 1 * w i) (fun i => 1 * z i)), s.
    split; [right; reflexivity|]. split; [apply REST; assumption|]. split; [|apply EXACT; reflexivity].
    destruct P as (d & k & HD & HK & P). exists d, k. split; [exact HD|]. split; [exact HK|].
    rewrite A6, <- (Rmult_1_l s).
    apply (sum_times _ (t ACCUMULATE) _ _ (L_both (fun j => p j * w j) (fun j => q j * z j))); [lra| |exact T1|exact P].
    apply by_halves; intro i; [rewrite !both_first|rewrite !both_second]; ring.
  - destruct (outputs_added _ _ _ _ _ _ _ UT A4 HO HO' X) as (K & K' & KK & KK' & H).
    exists q, (L_both (fun i => K * w i) (fun i => K' * z i)), (K * s + K' * s').
    split; [right; reflexivity|]. split; [apply REST; assumption|]. split.
    + exists (Z.max d d'), (k + k')%Z. split; [lia|]. split; [lia|]. rewrite A6.
      apply (sums_joined _ (t ACCUMULATE) _ _ (fun j => p j * w j) (fun j => q j * z j) _ c);
        try (apply SIZE; assumption); try assumption; intro i; [rewrite !both_first|rewrite !both_second]; ring.
    + replace ((K * s + K' * s') / D) with (K * (s / D) + K' * (s' / D)) by (field; exact D0). exact H.
Qed.
