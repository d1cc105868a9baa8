(* added_products_math.v - quotients of sums of weights times values, to which vectors are added, are quotients of twice
   the terms in a wider model; sums over a row whose keys stand twice. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total operators rounded_sum engine products visible added_values.
From Plumbline.model Require Import added_products.
From Plumbline.compare Require Import rounded_sum_math sums_math.
From Plumbline.budget Require Import visible_math scaled_softmax_math products_math added_sums_math.
From Plumbline.budget Require Import added_up_math added_values_math.
Open Scope R_scope.

(* ---- quotients ---- *)

Lemma added_quotients_wider : forall u t a b p v f n k d x, P_is_roundings u t -> 4 * u ACCUMULATE < 1 ->
  wide u t a b -> wide_for_rows u t k a b -> (0 <= n)%Z -> (4 <= k)%Z -> P_added_quotients_summed u t p v f n k d x ->
  exists z, Rabs (x - z) <= outputs_tiny u t /\
    P_quotients_summed a b (L_both p p) (L_both v f) (2 * n) (2 * k) d z.
Proof.
  intros u t a b p v f n k d x UT A4 W ROWS N K (D & S).
  destruct (wide_roundings u t a b UT A4 W) as (_ & _ & B6 & _).
  assert (W' := W). destruct W' as (_ & _ & _ & _ & _ & A6 & _).
  assert (R' := ROWS). destruct R' as (_ & KU & _). destruct (UT ACCUMULATE ltac:(lia)) as (_ & T6).
  assert (UP : forall q stored stored' added one two D y, stored_apart u t q stored stored' n ->
    may_split one (fun _ => 1) n -> may_split two (fun _ => 1) (2 * n) ->
    added_up u t f (fun _ => 1) stored' n k added -> sums_added u t v f stored added n one two D y ->
    exists w, sums_added u t v f stored w n one two D y /\ forall q', q' = stored \/ q' = w ->
      forall j, (0 <= j < 2 * n)%Z -> rounded_at a b PROBABILITY (L_both q q j) (L_both stored q' j)).
  { intros q stored stored' added one two D0 y P ONE TWO A SUMS.
    destruct (added_up_sums u t v f stored stored' added n k (fun _ => 1) (fun _ => 1) one two D0 y UT KU N
      (fun _ => conj eq_refl eq_refl) ONE TWO A SUMS) as (w & NEAR & S'). exists w. split; [exact S'|].
    intros q' Q'. apply (both_hold _ n q stored w q' Q'). intros i I. destruct (P i I) as (P1 & P2). split.
    - destruct (row_wider u t k a b UT ROWS) as (U5 & T5). apply (rounded_wider _ _ _ _ _ _ U5 (proj2 T5) P1).
    - exact (row_rounds u t k a b _ _ _ UT ROWS P2 (NEAR i I)). }
  assert (ONE : forall i : Z, (fun _ : Z => 1) (first i) = (fun _ : Z => 1) i /\
    (fun _ : Z => 1) (second i) = (fun _ : Z => 1) i) by (intro; split; reflexivity).
  assert (SUM : forall m s terms, sum_in a b 0 (fun _ => 1) 0 (2 * n) m (2 * m) terms s ->
    P_terms_summed a b terms (2 * n) m s).
  { intros m s terms (depth & all & X & Y & Z). exists depth, all. auto. }
  destruct S as [(stored & stored' & added & P & A & S)|(q & stored & stored' & added & Q & P & A & S)];
    unfold plain_sum in S; (eapply UP in S; [|exact P|apply sum_in_splits, T6|apply sum_in_splits, T6|exact A]);
    destruct S as (w' & S & STORED).
  - apply (added_are_one_sum u t a b v f stored w' n _ (fun _ => 1) (fun _ => 1) 0 _ _ _ _ d x UT A4 W) in S;
      try lia; try assumption.
    destruct S as (q' & w & s & Q' & O & S & X). exists (s / d). split; [exact X|]. split; [exact D|]. left.
    exists s. split; [|reflexivity]. exists (L_both stored q'), w. split; [|apply SUM, S]. intros j J.
    split; [apply (STORED q' Q' j J)|apply O, J].
  - apply (added_are_one_sum u t a b v f stored w' n _ (fun _ => 1) (fun _ => 1) 0 _ _ _ _ 1 x UT A4 W) in S;
      try lia; try lra; try exact ONE.
    destruct S as (q' & w & s & Q' & O & S & X). exists (s / 1). split; [exact X|]. split; [exact D|]. right.
    exists (L_both q q). split.
    + assert (R : forall i, (0 <= i < n)%Z -> roundings_at a b ACCUMULATE 4 (p i / d) (q i)).
      { intros i I. unfold roundings_at. rewrite A6, <- (Rmult_1_l (p i / d)), <- (Rmult_1_l (q i)).
        apply (roundings_times _ (t ACCUMULATE)); [lra|lra|apply Q, I]. }
      apply by_halves_below; intros i I; [rewrite !both_first|rewrite !both_second]; apply R, I.
    + replace (s / 1) with s by field. exists (L_both stored q'), w. split; [|apply SUM, S]. intros j J.
      split; [apply (STORED q' Q' j J)|apply O, J].
Qed.

(* only the keys' own elements count *)
Lemma quotients_same : forall u t p p' v v' n k d z, (forall j, (0 <= j < n)%Z -> p j = p' j /\ v j = v' j) ->
  P_quotients_summed u t p v n k d z -> P_quotients_summed u t p' v' n k d z.
Proof.
  intros u t p p' v v' n k d z H (D & S). split; [exact D|].
  destruct S as [(s & (stored & w & R & S) & E)|(q & Q & (stored & w & R & S))].
  - left. exists s. split; [|exact E]. exists stored, w. split; [|exact S]. intros j J.
    destruct (H j J) as (<- & <-). apply R, J.
  - right. exists q. split; [intros j J; destruct (H j J) as (<- & _); apply Q, J|]. exists stored, w.
    split; [|exact S]. intros j J. destruct (H j J) as (_ & <-). apply R, J.
Qed.

Lemma visible_added_quotients_wider : forall u t a b p v f m n k d x, P_is_roundings u t -> 4 * u ACCUMULATE < 1 ->
  wide u t a b -> wide_for_rows u t k a b -> (0 <= n)%Z -> (4 <= k)%Z ->
  P_added_quotients_summed u t (L_visible_of m n p) (L_visible_of m n v) (L_visible_of m n f) (L_visible_count m n) k d
    x ->
  exists z, Rabs (x - z) <= outputs_tiny u t /\
    P_quotients_summed a b (L_visible_of (L_twice m) (2 * n) (L_both p p))
      (L_visible_of (L_twice m) (2 * n) (L_both v f))
      (L_visible_count (L_twice m) (2 * n)) (2 * k) d z.
Proof.
  intros u t a b p v f m n k d x UT A4 W ROWS N K S.
  assert (C := count_grows m (Z.to_nat n) (Z.to_nat n) (le_n _)).
  apply (added_quotients_wider u t a b) in S; try assumption; [|apply C]. destruct S as (z & X & S). exists z.
  split; [exact X|]. rewrite visible_twice by exact N. eapply quotients_same; [|exact S]. intros j J.
  rewrite !visible_of_twice by assumption. split; reflexivity.
Qed.

(* ---- sums over the keys that are visible, each twice ---- *)

Lemma sum_next : forall (g : Z -> R) n, (0 <= n)%Z -> sum_below g (Z.succ n) = sum_below g n + g n.
Proof.
  intros g n N. unfold sum_below. rewrite Z2Nat.inj_succ by exact N. simpl. rewrite Z2Nat.id by exact N. reflexivity.
Qed.

Lemma sum_twice : forall (g : Z -> R) n, (0 <= n)%Z ->
  sum_below g (2 * n) = sum_below (fun i => g (first i)) n + sum_below (fun i => g (second i)) n.
Proof.
  intros g n N. rewrite <- (sum_plus n). revert n N. apply natlike_ind; [reflexivity|]. intros n N IH.
  replace (2 * Z.succ n)%Z with (Z.succ (Z.succ (2 * n))) by lia. rewrite !sum_next by lia. rewrite IH.
  replace (g (Z.succ (2 * n))) with (g (second n)) by (f_equal; unfold second; lia).
  change (g (2 * n)%Z) with (g (first n)). ring.
Qed.

(* of those that are visible *)
Definition visible_sum (m : A_subset) (f : A_seq) n := sum_below (fun j => if m j then f j else 0) n.

Lemma visible_sum_twice : forall m f g n, (0 <= n)%Z ->
  visible_sum (L_twice m) (L_both f g) (2 * n) = visible_sum m f n + visible_sum m g n.
Proof.
  intros m f g n N. unfold visible_sum. rewrite sum_twice by exact N. f_equal; apply sum_same; intros j _;
    [rewrite twice_first, both_first|rewrite twice_second, both_second]; reflexivity.
Qed.

Lemma both_of : forall (h : R -> R -> R) p q x y j,
  h (L_both p q j) (L_both x y j) = L_both (fun i => h (p i) (x i)) (fun i => h (q i) (y i)) j.
Proof.
  intros h p q x y. apply by_halves; intro i; [rewrite !both_first|rewrite !both_second]; reflexivity.
Qed.

(* ---- both ---- *)

Lemma visible_added_quotients_within : forall u t a b p v f m n k d x, P_is_roundings u t -> 4 * u ACCUMULATE < 1 ->
  wide u t a b -> wide_for_rows u t k a b -> IZR (2 * k) * a ACCUMULATE < 1 -> (0 <= n)%Z -> (4 <= k)%Z ->
  P_added_quotients_summed u t (L_visible_of m n p) (L_visible_of m n v) (L_visible_of m n f) (L_visible_count m n) k d
    x ->
  let visible g := visible_sum m g n in
  Rabs (x * d - (visible (fun j => p j * v j) + visible (fun j => p j * f j))) <=
    off a b (2 * L_visible_count m n) (2 * k) (Rmax 1 (Rabs d))
      (visible (fun j => Rabs (p j * v j)) + visible (fun j => Rabs (p j * f j)))
      (visible (fun j => Rabs (p j)) + visible (fun j => Rabs (p j)))
      (visible (fun j => Rabs (v j)) + visible (fun j => Rabs (f j))) + outputs_tiny u t * Rabs d.
Proof.
  intros u t a b p v f m n k d x UT A4 W ROWS B N K S visible.
  assert (R := proj2 (proj2 (proj2 (wide_roundings u t a b UT A4 W)))).
  destruct (visible_added_quotients_wider u t a b p v f m n k d x UT A4 W ROWS N K S) as (z & X & Q).
  assert (H := visible_quotients_within a b _ _ _ _ _ _ _ R B ltac:(lia) Q). cbv zeta in H.
  rewrite visible_twice in H by exact N.
  assert (E : forall h p q x y,
    sum_below (fun j => if L_twice m j then h (L_both p q j) (L_both x y j) else 0) (2 * n) =
    visible (fun i => h (p i) (x i)) + visible (fun i => h (q i) (y i))).
  { intros h p0 q0 x0 y0. unfold visible. rewrite <- visible_sum_twice by exact N. apply sum_same. intros j _.
    rewrite both_of. reflexivity. }
  rewrite (E (fun a b => a * b)), (E (fun a b => Rabs (a * b))), (E (fun a _ => Rabs a) p p p p),
    (E (fun a _ => Rabs a) v f v f) in H.
  apply (Rmult_le_compat_r (Rabs d)) in X; [|apply Rabs_pos]. rewrite <- Rabs_mult in X.
  replace (x * d - (visible (fun j => p j * v j) + visible (fun j => p j * f j))) with
    ((z * d - (visible (fun j => p j * v j) + visible (fun j => p j * f j))) + (x - z) * d) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; assumption.
Qed.
