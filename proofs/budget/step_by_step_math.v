(* step_by_step_math.v - sums of products as kernels take them, one after the other or all at once, are sums in some
   order. *)
From Coq Require Import Reals ZArith List Permutation Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence binary64 rounded_sum engine indicator weight.
Import ListNotations.
Open Scope R_scope.

Lemma rounds_exactly : forall u t x, 0 <= u -> 0 <= t -> near_rounded u t x x.
Proof.
  intros u t x U T. unfold near_rounded. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
  assert (0 <= u * Rabs x) by (apply Rmult_le_pos; [exact U|apply Rabs_pos]). lra.
Qed.

Lemma roundings_two : forall u t x a y, near_rounded u t x a -> near_rounded u t a y -> P_roundings u t 2 x y.
Proof.
  intros u t x a y A Y. apply (roundings_next _ _ 1 _ a); [|exact Y].
  apply (roundings_next _ _ 0 _ x); [apply roundings_none|exact A].
Qed.

Lemma roundings_one : forall u t x y, near_rounded u t x y -> P_roundings u t 1 x y.
Proof. intros u t x y Y. apply (roundings_next _ _ 0 _ x); [apply roundings_none|exact Y]. Qed.

Lemma roundings_four : forall u t x a b c y, near_rounded u t x a -> near_rounded u t a b -> near_rounded u t b c ->
  near_rounded u t c y -> P_roundings u t 4 x y.
Proof.
  intros u t x a b c y A B C Y. apply (roundings_next _ _ 3 _ c); [|exact Y].
  apply (roundings_next _ _ 2 _ b); [apply (roundings_two _ _ _ a)|]; assumption.
Qed.

(* ---- the first keys, each with the factor 1 ---- *)
Definition terms_below (n : nat) : list (Z * R) := map (fun i => (Z.of_nat i, 1)) (seq 0 n).

Lemma terms_next : forall n, terms_below (S n) = terms_below n ++ [(Z.of_nat n, 1)].
Proof. intro n. unfold terms_below. rewrite seq_S, map_app. reflexivity. Qed.

Lemma terms_are : forall n, map fst (terms_below n) = below (Z.of_nat n).
Proof. intro n. unfold terms_below, below. rewrite map_map, Nat2Z.id. reflexivity. Qed.

Lemma terms_have_factor : forall n term, In term (terms_below n) -> snd term = 1.
Proof.
  intros n term I. unfold terms_below in I. apply in_map_iff in I. destruct I as (i & E & _). rewrite <- E. reflexivity.
Qed.

Lemma sum_of_terms : forall u t f x n depth all factors s, partial u t f x (terms_below n) depth all factors s ->
  P_rescaled_sum u t f x (fun _ => 1) (Z.of_nat n) depth all factors s.
Proof.
  intros u t f x n depth all factors s P. exists (terms_below n). rewrite terms_are. split; [apply Permutation_refl|].
  split; [intros term I; apply (terms_have_factor n), I|exact P].
Qed.

(* ---- one after the other ---- *)
Lemma partial_in_order : forall u t (x p s : Z -> R) n, s 0%Z = 0 ->
  (forall i, (0 <= i < Z.of_nat n)%Z -> near_rounded u t (x i) (p i) /\ near_rounded u t (s i + p i) (s (i + 1)%Z)) ->
  exists depth, (depth <= Z.of_nat n + 1)%Z /\
    partial u t 0 x (terms_below n) depth (2 * Z.of_nat n) 0 (s (Z.of_nat n)).
Proof.
  intros u t x p s n S0. induction n as [|n IH]; intro H.
  - exists 0%Z. split; [lia|]. simpl. rewrite S0. apply partial_none.
  - destruct IH as (depth & D & P); [intros i I; apply H; lia|]. destruct (H (Z.of_nat n) ltac:(lia)) as (PN & SN).
    assert (T := partial_rounded u t 0 x _ _ _ _ _ _ (partial_term u t 0 x (Z.of_nat n)) PN).
    assert (J := partial_rounded u t 0 x _ _ _ _ _ _ (partial_joined u t 0 x _ _ _ _ _ _ _ _ _ _ P T) SN).
    exists (Z.max depth 1 + 1)%Z. split; [lia|]. rewrite terms_next.
    replace (Z.of_nat (S n)) with (Z.of_nat n + 1)%Z by lia.
    replace (2 * (Z.of_nat n + 1))%Z with (2 * Z.of_nat n + (0 + 1) + 1)%Z by lia. exact J.
Qed.

Lemma sum_in_order : forall u t (x p s : Z -> R) d, (0 <= d)%Z -> s 0%Z = 0 ->
  (forall i, (0 <= i < d)%Z -> near_rounded u t (x i) (p i) /\ near_rounded u t (s i + p i) (s (i + 1)%Z)) ->
  exists depth all, (depth <= d + 4)%Z /\ (all <= 6 * d)%Z /\
    P_rescaled_sum u t 0 x (fun _ => 1) d depth all 0 (s d).
Proof.
  intros u t x p s d D S0 H. rewrite <- (Z2Nat.id d D) in H.
  destruct (partial_in_order u t x p s _ S0 H) as (depth & L & P). rewrite (Z2Nat.id d D) in L, P.
  exists depth, (2 * d)%Z. split; [lia|]. split; [lia|].
  assert (Q := sum_of_terms _ _ _ _ (Z.to_nat d) _ _ _ _ ltac:(rewrite <- (Z2Nat.id d D) in P at 2; exact P)).
  rewrite (Z2Nat.id d D) in Q. exact Q.
Qed.

(* one term that is not 0 *)
Lemma partial_of_none : forall u t (x : Z -> R) n, (forall i, (0 <= i < Z.of_nat n)%Z -> x i = 0) ->
  partial u t 0 x (terms_below n) 0 0 0 0.
Proof.
  intros u t x n. induction n as [|n IH]; intro H; [apply partial_none|].
  rewrite terms_next.
  assert (J := partial_joined u t 0 x _ _ _ _ _ _ _ _ _ _ (IH ltac:(intros i I; apply H; lia))
    (partial_term u t 0 x (Z.of_nat n))).
  rewrite (H (Z.of_nat n)) in J by lia. rewrite Rplus_0_l in J. exact J.
Qed.

Lemma partial_of_one : forall u t (x : Z -> R) k m, (forall i, i <> Z.of_nat k -> x i = 0) ->
  partial u t 0 x (terms_below (m + S k)) 0 0 0 (x (Z.of_nat k)).
Proof.
  intros u t x k m H. induction m as [|m IH].
  - change (0 + S k)%nat with (S k). rewrite terms_next.
    assert (J := partial_joined u t 0 x _ _ _ _ _ _ _ _ _ _
      (partial_of_none u t x k ltac:(intros i I; apply H; lia)) (partial_term u t 0 x (Z.of_nat k))).
    rewrite Rplus_0_l in J. exact J.
  - change (S m + S k)%nat with (S (m + S k)). rewrite terms_next.
    assert (J := partial_joined u t 0 x _ _ _ _ _ _ _ _ _ _ IH (partial_term u t 0 x (Z.of_nat (m + S k)))).
    rewrite (H (Z.of_nat (m + S k))) in J by lia. rewrite Rplus_0_r in J. exact J.
Qed.

(* ---- all at once ---- *)
Lemma gathered_below : forall u t x n,
  gathered u t 0 x (terms_below n) 0 0 0 (Z.of_nat n) (total x n) (total (fun i => Rabs (x i)) n).
Proof.
  intros u t x n. induction n as [|n IH].
  - simpl. assert (G := gathered_first u t 0 x _ _ _ _ _ (partial_none u t 0 x)). rewrite Rabs_R0 in G. exact G.
  - assert (G := gathered_next u t 0 x _ _ _ _ _ _ _ _ _ _ _ _ IH (partial_term u t 0 x (Z.of_nat n))).
    rewrite terms_next. replace (Z.of_nat (S n)) with (Z.of_nat n + 1)%Z by lia. exact G.
Qed.

Lemma sum_at_once : forall u t (x : Z -> R) d s, (0 <= d)%Z ->
  Rabs (s - sum_below x d) <= IZR d * (u * sum_below (fun i => Rabs (x i)) d + t) ->
  exists depth all, (depth <= d + 4)%Z /\ (all <= 6 * d)%Z /\ P_rescaled_sum u t 0 x (fun _ => 1) d depth all 0 s.
Proof.
  intros u t x d s D H. unfold sum_below in H. rewrite <- (Z2Nat.id d D) in H at 2.
  assert (B := partial_block u t 0 x _ _ _ _ _ _ _ _ (gathered_below u t x (Z.to_nat d)) H).
  exists (0 + d)%Z, (0 + d)%Z. split; [lia|]. split; [lia|].
  assert (Q := sum_of_terms _ _ _ _ _ _ _ _ _ B). rewrite (Z2Nat.id d D) in Q. exact Q.
Qed.

(* ---- roundings by their bound ---- *)
Lemma rounded_by_bound : forall u t k x y d, Rabs (y - x) <= d -> d = u k * Rabs x + t k -> rounded_at u t k x y.
Proof. intros u t k x y d H D. unfold rounded_at, near_rounded. rewrite <- D. exact H. Qed.

Lemma twice_at : forall u t k x a y, rounded_at u t k x a -> rounded_at u t k a y -> roundings_at u t k 2 x y.
Proof. intros u t k x a y. apply roundings_two. Qed.

Lemma four_times_at : forall u t k x a b c y, rounded_at u t k x a -> rounded_at u t k a b -> rounded_at u t k b c ->
  rounded_at u t k c y -> roundings_at u t k 4 x y.
Proof. intros u t k x a b c y. apply roundings_four. Qed.

(* an element as a matrix unit takes it, from either side of the product *)
Definition placed (u t : A_seq) (a : R) (v x : A_seq) (d : Z) : Prop :=
  forall i, (0 <= i < d)%Z -> operand u t (a * v i) (x i).

(* however the sum came about: the rest of the way of a score *)
Lemma score_of_sum : forall u t scale a b c (q k x z : A_seq) d sum stored scaled y,
  scale_parts u t scale a b c -> placed u t a q x d -> placed u t b k z d ->
  (exists depth all, (depth <= d + 4)%Z /\ (all <= 6 * d)%Z /\
    P_rescaled_sum (u PRODUCT) (t PRODUCT) 0 (fun i => x i * z i) (fun _ => 1) d depth all 0 sum) ->
  rounded_at u t SCORE sum stored -> rounded_at u t SCORE (c * stored) scaled -> rounded_at u t SCORE scaled y ->
  P_score_computed u t scale q k d y.
Proof.
  intros u t scale a b c q k x z d sum stored scaled y S X Z (depth & all & D & A & P) S1 S2 S3.
  exists a, b, c, x, z, depth, all, sum, stored. split; [exact S|].
  split; [intros i I; split; [apply X, I|apply Z, I]|]. split; [exact P|]. split; [exact D|]. split; [exact A|].
  split; [exact S1|]. apply (twice_at _ _ _ _ scaled); assumption.
Qed.

(* ---- what the scripts of step_by_step.h begin with ---- *)
(* The predicates of the ACSL text come by name: `rounded` is rounded_in, `twice` rounded_twice, `four` and `stored`
   rounded_four_times and quotient_stored; `one` is what `rounding` has shown. *)
Ltac rounding rounded u t one :=
  assert (one : forall step from to, rounded u t step from to -> rounded_at u t step from to);
  [let step := fresh in let from := fresh in let to := fresh in let H := fresh in
   intros step from to H; apply (rounded_by_bound _ _ _ _ _ (u step * Rabs from + t step)); [|reflexivity];
   do 3 red in H; unfold L_rmul, L_el in H; replace (to + - (1) * from) with (to - from) in H by ring;
   eapply Rle_trans; [exact H|right; ring]|].

Ltac rounding_twice twice one u t name :=
  assert (name : forall x y, twice u t x y -> roundings_at u t EXPONENT 2 x y);
  [let x := fresh in let y := fresh in let a := fresh in let Y := fresh in let A := fresh in
   intros x y (a & Y & A); exact (twice_at u t _ x a y (one _ _ _ A) (one _ _ _ Y))|].

Ltac rounding_four_times four twice one u t name :=
  assert (name : forall x y, four u t x y -> roundings_at u t EXPONENT 4 x y);
  [let x := fresh in let y := fresh in let a := fresh in let b := fresh in let c := fresh in let R := fresh in
   let P := fresh in let Q := fresh in
   intros x y (a & R); assert (P : twice u t x a) by tauto; assert (Q : twice u t a y) by tauto;
   destruct P as (b & P); destruct Q as (c & Q); apply (four_times_at _ _ _ _ b a c); apply one; tauto|].

Ltac storing stored one u t name :=
  assert (name : forall x y, stored u t x y -> P_stored_as u t x y);
  [let x := fresh in let y := fresh in let a := fresh in let b := fresh in let c := fresh in let d := fresh in
   let o := fresh in let R := fresh in
   intros x y (a & b & c & d & o & R); exists d, o;
   split; [apply (four_times_at _ _ _ _ a b c); apply one; tauto|split; apply one; tauto]|].

Ltac placing vectors one u t d name :=
  assert (name : forall a (v w x : A_seq), vectors u t a v w x d -> placed u t a v x d);
  [let a := fresh in let v := fresh in let w := fresh in let x := fresh in let H := fresh in let i := fresh in
   let I := fresh in let J := fresh in let X := fresh in let S := fresh in
   intros a v w x H i (I & J); destruct (H i I J) as (X & S); exists (w i); split; apply one; assumption|].

(* placed: the scale, as scale_placed has it *)
Ltac scaling placed one u t scale a b c name :=
  assert (name : scale_parts u t scale a b c);
  [unfold scale_parts; let H := fresh in let root := fresh in
   destruct placed as [[[H|H]|H]|(root & H)];
   [right; right; left|right; left|left|right; right; right; exists root];
   repeat split; first [tauto | apply one; tauto]|].

Lemma exponential_by_bound : forall e f x y, Rabs (y + - (1) * exp x) <= f + exp x * e -> near_rounded e f (exp x) y.
Proof.
  intros e f x y E. unfold near_rounded. rewrite (Rabs_pos_eq (exp x)) by (left; apply exp_pos).
  replace (y - exp x) with (y + - (1) * exp x) by ring. eapply Rle_trans; [exact E|right; ring].
Qed.

(* ---- weights ---- *)
Lemma weight_is_online : forall u t score n r k x, P_is_roundings u t -> (0 <= k < n)%Z -> (0 <= r)%Z ->
  P_weight_as_quotient u t score n r k x -> P_online_softmax u t score (L_indicator k) n r x.
Proof.
  intros u t score n r k x UT K R0 W.
  destruct W as (computed & summands & high & size & denominator & quotient & SH & SZ & C & D & N & Q & P).
  right. set (stored := fun j => if (j =? k)%Z then x else computed j / denominator).
  exists computed, stored, summands, (L_indicator k), size, high, denominator, 0%Z, 0%Z.
  split; [exact SH|]. split; [exact SZ|]. split.
  { intros j J. destruct (C j J) as (CJ & SJ). split; [exact CJ|]. split; [exact SJ|]. split.
    - unfold stored. destruct (Z.eqb_spec j k) as [E|E].
      + subst j. exists quotient. split; assumption.
      + exists (computed j / denominator). destruct (UT ACCUMULATE ltac:(lia)), (UT PROBABILITY ltac:(lia)).
        split; [|apply rounds_exactly; assumption].
        apply (roundings_four _ _ _ (computed j / denominator) (computed j / denominator) (computed j / denominator));
          apply rounds_exactly; assumption.
    - destruct (UT OPERAND ltac:(lia)). apply rounds_exactly; assumption. }
  split; [exact D|]. split; [exact N|]. split; [lia|]. split; [lia|].
  set (m := Z.to_nat (n - 1 - k)). set (i := Z.to_nat k).
  assert (KI : Z.of_nat i = k) by (unfold i; lia).
  replace n with (Z.of_nat (m + S i)) by (unfold m, i; lia).
  assert (ONE := partial_of_one (u ACCUMULATE) (t ACCUMULATE) (fun j => stored j * L_indicator k j) i m).
  rewrite KI in ONE. replace (stored k * L_indicator k k) with x in ONE
    by (unfold stored, L_indicator; rewrite Z.eqb_refl; ring).
  apply sum_of_terms, ONE. intros j J. unfold L_indicator. destruct (Z.eqb_spec k j); [congruence|ring].
Qed.
