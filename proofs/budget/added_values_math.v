(* added_values_math.v - a softmax whose values have vectors added to them, halved, is one of twice the keys in a wider
   model. *)
From Coq Require Import Reals ZArith Lia Lra Bool.
Require Import BuiltIn.
From Plumbline.model Require Import sequence operators rounded_sum rescaling engine relative scaled_softmax visible.
From Plumbline.model Require Import added_values.
From Plumbline.compare Require Import rounded_sum_math.
From Plumbline.proposition Require mirror_math.
From Plumbline.budget Require Import visible_math softpick_engine_math scaled_softmax_math added_sums_math.
From Plumbline.budget Require Import added_up_math.
Open Scope R_scope.

(* ---- the keys that are visible, each twice ---- *)

Lemma twice_first : forall m i, L_twice m (first i) = m i.
Proof. intros m i. unfold L_twice, first. rewrite Z.mul_comm, Z.div_mul by lia. reflexivity. Qed.

Lemma twice_second : forall m i, L_twice m (second i) = m i.
Proof. intros m i. unfold L_twice, second. rewrite Z.add_comm, Z.mul_comm, Z.div_add by lia. reflexivity. Qed.

Lemma count_twice : forall m n, count_below (L_twice m) (n + n) = (2 * count_below m n)%Z.
Proof.
  intros m n. induction n as [|n IH]; [reflexivity|]. replace (S n + S n)%nat with (S (S (n + n))) by lia.
  cbn [count_below]. rewrite IH. replace (Z.of_nat (S (n + n))) with (second (Z.of_nat n)) by (unfold second; lia).
  replace (Z.of_nat (n + n)) with (first (Z.of_nat n)) by (unfold first; lia). rewrite twice_first, twice_second.
  destruct (m (Z.of_nat n)); lia.
Qed.

Lemma place_twice : forall m n i, (0 <= i < count_below m n)%Z ->
  place_below (L_twice m) (n + n) (first i) = first (place_below m n i) /\
  place_below (L_twice m) (n + n) (second i) = second (place_below m n i).
Proof.
  intros m n i. induction n as [|n IH]; intro I; [simpl in I; lia|]. simpl in I.
  replace (S n + S n)%nat with (S (S (n + n))) by lia.
  assert (C1 : count_below (L_twice m) (S (n + n)) = (2 * count_below m n + (if m (Z.of_nat n) then 1 else 0))%Z).
  { cbn [count_below]. rewrite count_twice. replace (Z.of_nat (n + n)) with (first (Z.of_nat n)) by (unfold first; lia).
    rewrite twice_first. reflexivity. }
  assert (STEP : forall j, place_below (L_twice m) (S (S (n + n))) j =
    if (m (Z.of_nat n) && (j =? 2 * count_below m n + 1)%Z)%bool then second (Z.of_nat n)
    else if (m (Z.of_nat n) && (j =? 2 * count_below m n)%Z)%bool then first (Z.of_nat n)
    else place_below (L_twice m) (n + n) j).
  { intro j. cbn [place_below]. rewrite C1, count_twice.
    replace (Z.of_nat (S (n + n))) with (second (Z.of_nat n)) by (unfold second; lia).
    replace (Z.of_nat (n + n)) with (first (Z.of_nat n)) by (unfold first; lia). rewrite twice_first, twice_second.
    destruct (m (Z.of_nat n)); reflexivity. }
  rewrite !STEP. cbn [place_below]. destruct (m (Z.of_nat n)) eqn:M; cbn [andb].
  - destruct (Z.eqb_spec i (count_below m n)) as [->|D].
    + destruct (Z.eqb_spec (first (count_below m n)) (2 * count_below m n + 1)); [unfold first in *; lia|].
      destruct (Z.eqb_spec (first (count_below m n)) (2 * count_below m n)); [|unfold first in *; lia].
      destruct (Z.eqb_spec (second (count_below m n)) (2 * count_below m n + 1)); [|unfold second in *; lia].
      split; reflexivity.
    + destruct (Z.eqb_spec (first i) (2 * count_below m n + 1)); [unfold first in *; lia|].
      destruct (Z.eqb_spec (first i) (2 * count_below m n)); [unfold first in *; lia|].
      destruct (Z.eqb_spec (second i) (2 * count_below m n + 1)); [unfold second in *; lia|].
      destruct (Z.eqb_spec (second i) (2 * count_below m n)); [unfold second in *; lia|].
      apply IH. lia.
  - apply IH. lia.
Qed.

Lemma to_nat_twice : forall n, (0 <= n)%Z -> Z.to_nat (2 * n) = (Z.to_nat n + Z.to_nat n)%nat.
Proof. intros n N. lia. Qed.

Lemma visible_twice : forall m n, (0 <= n)%Z -> L_visible_count (L_twice m) (2 * n) = (2 * L_visible_count m n)%Z.
Proof. intros m n N. unfold L_visible_count. rewrite to_nat_twice by exact N. apply count_twice. Qed.

Lemma visible_of_twice : forall m n x y j, (0 <= n)%Z -> (0 <= j < 2 * L_visible_count m n)%Z ->
  L_visible_of (L_twice m) (2 * n) (L_both x y) j = L_both (L_visible_of m n x) (L_visible_of m n y) j.
Proof.
  intros m n x y j N. unfold L_visible_of. rewrite to_nat_twice by exact N.
  revert j. apply (by_halves_below (fun j => L_both x y (place_below (L_twice m) (Z.to_nat n + Z.to_nat n) j) =
    L_both (fun i => x (place_below m (Z.to_nat n) i)) (fun i => y (place_below m (Z.to_nat n) i)) j));
    intros i I; destruct (place_twice m _ i I) as (F & S).
  - rewrite F, !both_first. reflexivity.
  - rewrite S, !both_second. reflexivity.
Qed.

(* only the keys' own elements count *)
Lemma shift_same : forall (u t s s' : A_seq) n left high size, (0 <= left)%Z ->
  (forall j, (0 <= j < n)%Z -> s j = s' j) ->
  P_shifts_to t s n left high -> sized u t s n high size -> P_shifts_to t s' n left high /\ sized u t s' n high size.
Proof.
  intros u t s s' n left high size L S ((i & I & HI) & CASES) (SZ & (largest & LG & NF & E) & HS). split.
  - split; [exists i; rewrite <- (S _ I); split; assumption|]. destruct CASES as [B|B]; [left|right; exact B].
    intros j J. rewrite <- (S j ltac:(lia)). apply B, J.
  - unfold sized, is_far in *. split; [|split; [|exact HS]].
    + intros j J N. rewrite <- (S j J). apply SZ; [exact J|]. rewrite (S j J). exact N.
    + exists largest. rewrite <- (S _ LG). split; [exact LG|]. split; [exact NF|exact E].
Qed.

Lemma key_same : forall u t (s s' : A_seq) n r high size j m c y, s j = s' j ->
  key_computed u t s n r high size j m c y -> key_computed u t s' n r high size j m c y.
Proof. intros u t s s' n r high size j m c y S. unfold key_computed, is_far. rewrite <- S. exact (fun H => H). Qed.

Lemma rescaled_same : forall u t weighs s s' v v' n r x, (forall j, (0 <= j < n)%Z -> s j = s' j /\ v j = v' j) ->
  rescaled_with u t weighs s v n r x -> rescaled_with u t weighs s' v' n r x.
Proof.
  intros u t weighs s s' v v' n r x H
    (m & c & computed & stored & summands & w & size & high & numerator & denominator & LT & SZ & KEY & REST).
  exists m, c, computed, stored, summands, w, size, high, numerator, denominator.
  assert (S : forall j, (0 <= j < n)%Z -> s j = s' j) by (intros j J; apply (H j J)).
  destruct (shift_same u t s s' n 2 high size ltac:(lia) S LT SZ) as (LT' & SZ').
  split; [exact LT'|]. split; [exact SZ'|]. split; [|exact REST]. intros j J. destruct (KEY j J) as (KC & KEYS).
  rewrite <- (proj2 (H j J)). split; [exact (key_same _ _ _ _ _ _ _ _ _ _ _ _ (S j J) KC)|exact KEYS].
Qed.

Lemma divided_same : forall u t weighs s s' v v' n r x, (forall j, (0 <= j < n)%Z -> s j = s' j /\ v j = v' j) ->
  divided_with u t weighs s v n r x -> divided_with u t weighs s' v' n r x.
Proof.
  intros u t weighs s s' v v' n r x H
    (computed & stored & summands & w & size & high & denominator & depth & all & LT & SZ & KEY & REST).
  exists computed, stored, summands, w, size, high, denominator, depth, all.
  assert (S : forall j, (0 <= j < n)%Z -> s j = s' j) by (intros j J; apply (H j J)).
  destruct (shift_same u t s s' n 2 high size ltac:(lia) S LT SZ) as (LT' & SZ').
  split; [exact LT'|]. split; [exact SZ'|]. split; [|exact REST]. intros j J. destruct (KEY j J) as (KC & KEYS).
  rewrite <- (proj2 (H j J)). split; [exact (key_same _ _ _ _ _ _ _ _ _ _ _ _ (S j J) KC)|exact KEYS].
Qed.

(* ---- what more keys and more rescalings allow ---- *)

Lemma joining_more : forall u t size n, P_is_roundings u t -> 28 * u EXPONENT < 1 -> 0 <= size -> (0 < n)%Z ->
  joining u t size n <= joining u t size (2 * n).
Proof.
  intros u t size n UT B S N. destruct (UT EXPONENT ltac:(lia)) as (U4 & _). unfold joining.
  assert (G4 : 0 <= gamma 4 (u EXPONENT)) by (apply gamma_positive; lra).
  assert (G5 : 0 <= gamma 5 (u EXPONENT)) by (apply gamma_positive; lra).
  assert (P : 0 < IZR n) by (apply (IZR_lt 0), N).
  assert (L : ln (IZR n) <= ln (IZR (2 * n))).
  { apply mirror_math.ln_monotone; [exact P|]. apply IZR_le. lia. }
  set (a := ln (IZR n)) in *. set (b := ln (IZR (2 * n))) in *.
  assert (X : gamma 4 (u EXPONENT) * (size + a + 2 * reached t) <= gamma 4 (u EXPONENT) * (size + b + 2 * reached t))
    by (apply Rmult_le_compat_l; lra).
  set (l := gamma 4 (u EXPONENT) * (size + a + 2 * reached t)) in *. set (h := gamma 4 (u EXPONENT) *
    (size + b + 2 * reached t)) in *.
  assert (Y : gamma 5 (u EXPONENT) * (2 * size + a + 2 * l) <= gamma 5 (u EXPONENT) * (2 * size + b + 2 * h)).
  { apply Rmult_le_compat_l; lra. }
  lra.
Qed.

Lemma probability_more : forall u t a b join join' score shift y, join <= join' ->
  a EXPONENT = u EXPONENT -> b EXPONENT = t EXPONENT -> a SHIFTED = u SHIFTED -> a EXPONENTIAL = u EXPONENTIAL ->
  probability u t join score shift y -> probability a b join' score shift y.
Proof.
  intros u t a b join join' score shift y J E4 T4 E9 E10 (c & d & x & stored & off & C & D & X & S & O & P & Y).
  exists c, d, x, stored, off. unfold rounded_at, roundings_at in *. rewrite E4, T4, E9, E10.
  repeat (split; [assumption|]). split; [lra|]. split; assumption.
Qed.

Lemma rescaled_more : forall u t a b r q low high factor, (r <= q)%Z -> a EXPONENT = u EXPONENT ->
  b EXPONENT = t EXPONENT -> a RESCALING = u RESCALING -> rescaled_by u t r low high factor ->
  rescaled_by a b q low high factor.
Proof.
  intros u t a b r q low high factor Q E4 T4 E11 (count & C & P). exists count. split; [lia|].
  rewrite E4, T4, E11. exact P.
Qed.

Lemma roundings_times : forall u t w K k x y, 0 <= K -> K * t <= w -> P_roundings u t k x y ->
  P_roundings u w k (K * x) (K * y).
Proof.
  intros u t w K k x y P L H. induction H as [x|k x y z H IH N]; [apply roundings_none|].
  apply (roundings_next _ _ _ _ _ _ IH). exact (rounded_times _ _ _ _ _ _ P L N).
Qed.

(* the sum of twice the weights is twice the sum *)
Lemma denominator_twice : forall u t a b x c e n r q d, P_is_roundings u t -> a ACCUMULATE = u ACCUMULATE ->
  2 * t ACCUMULATE <= b ACCUMULATE -> a RESCALING = u RESCALING -> (0 <= n)%Z -> (0 <= r <= q)%Z ->
  (forall i, e (first i) = c i /\ e (second i) = c i) -> summed u t n r x c d ->
  summed a b (2 * n) q (L_both x x) e (2 * d).
Proof.
  intros u t a b x c e n r q d UT A6 B6 A11 N Q E (depth & all & D & A & S). exists depth, all. split; [lia|].
  split; [lia|]. rewrite A6, A11. replace q with (r + (q - r))%Z by lia.
  apply sum_rescaled; [apply (UT RESCALING); lia|lia|].
  apply (sum_spread _ (t ACCUMULATE) _ _ x _ c); [exact N|rewrite (Rabs_pos_eq 2) by lra; exact B6| |exact E|exact S].
  intro i. rewrite both_first, both_second. ring.
Qed.

Definition more (r : Z) : Z := (2 * r + 9)%Z.

(* a model wide enough, where counts of roundings are borne, and where weights are added up in k of them *)
Definition bears (u t : A_seq) (k : Z) (a b : A_seq) : Prop :=
  P_is_roundings u t /\ 28 * u EXPONENT < 1 /\ 4 * u ACCUMULATE < 1 /\ wide u t a b /\ wide_for_rows u t k a b.

Lemma as_before : forall u t k a b, bears u t k a b -> forall i, (0 <= i < 12)%Z -> i <> OPERAND -> i <> PROBABILITY ->
  i <> ACCUMULATE -> a i = u i /\ b i = t i.
Proof. intros u t k a b (_ & _ & _ & (_ & _ & _ & _ & _ & _ & E & _) & _). exact E. Qed.

Lemma sums_underflow : forall u t k a b, bears u t k a b ->
  2 * t ACCUMULATE <= b ACCUMULATE /\ a ACCUMULATE = u ACCUMULATE.
Proof.
  intros u t k a b (UT & _ & A4 & W & _). destruct W as (_ & _ & _ & _ & B & A & _). split; [|exact A].
  eapply Rle_trans; [|exact B].
  assert (U : forall i, (0 <= i < 12)%Z -> 0 <= u i) by (intros i I; apply (UT i I)).
  destruct (units_positive u U A4) as (_ & _ & _ & OU). destruct (UT ACCUMULATE ltac:(lia)) as (_ & T6).
  assert (X := Rmult_le_pos _ _ T6 OU). lra.
Qed.

(* What weighs in u and t weighs so in a and b, even when it is added up, and half of it does. *)
Definition bears_weights (u t : A_seq) (k : Z) (weighs weighs' : R -> R -> Prop) : Prop := forall x y z, weighs x y ->
  near_rounded (row_unit u k) (row_tiny u t k) y z -> weighs' x z /\ weighs' (/ 2 * x) (/ 2 * z).

Lemma by_itself : forall u t k a b x, bears u t k a b -> near_rounded (row_unit u k) (row_tiny u t k) x x.
Proof.
  intros u t k a b x (UT & _ & _ & _ & K & B & _). destruct (row_positive u t k UT K B) as (RU & RT).
  unfold near_rounded. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. assert (X := Rmult_le_pos _ _ RU (Rabs_pos x)).
  lra.
Qed.

Lemma both_hold : forall (related : R -> R -> Prop) n (x p q q' : A_seq), q' = p \/ q' = q ->
  (forall j, (0 <= j < n)%Z -> related (x j) (p j) /\ related (x j) (q j)) ->
  forall j, (0 <= j < 2 * n)%Z -> related (L_both x x j) (L_both p q' j).
Proof.
  intros related n x p q q' Q H. apply by_halves_below; intros i I; destruct (H i I) as (P1 & P2);
    [rewrite !both_first|rewrite !both_second]; [exact P1|destruct Q as [->| ->]; assumption].
Qed.

Lemma summands_weigh : forall u t k a b x y, bears u t k a b -> rounded_at u t PROBABILITY x y ->
  rounded_at a b PROBABILITY x y.
Proof.
  intros u t k a b x y (_ & _ & _ & (_ & _ & _ & _ & _ & _ & _ & U5 & T5) & _). apply rounded_wider; assumption.
Qed.

Lemma probabilities_weigh : forall u t k a b, bears u t k a b ->
  bears_weights u t k (rounded_at u t PROBABILITY) (rounded_at a b PROBABILITY).
Proof.
  intros u t k a b (UT & _ & _ & _ & ROWS) x y z H N. assert (X := row_rounds u t k a b x y z UT ROWS H N).
  destruct (UT PROBABILITY ltac:(lia)) as (U5 & T5). split; [exact X|].
  apply (rounded_times _ (b PROBABILITY)); [lra| |exact X].
  destruct (row_wider u t k a b UT ROWS) as (_ & B5). lra.
Qed.

Lemma multiples_weigh : forall u t k a b factor, bears u t k a b ->
  bears_weights u t k (weight_multiplied u t factor) (weight_multiplied a b factor).
Proof.
  intros u t k a b factor BEARS x y z (kept & product & K & P & S) N.
  destruct (sums_underflow _ _ _ _ _ BEARS) as (B6 & A6).
  destruct (probabilities_weigh _ _ _ _ _ BEARS _ _ _ K (by_itself _ _ _ _ _ _ BEARS)) as (K1 & K2).
  destruct (probabilities_weigh _ _ _ _ _ BEARS _ _ _ S N) as (S1 & S2).
  destruct BEARS as (UT & _). destruct (UT ACCUMULATE ltac:(lia)) as (_ & T6). split.
  - exists kept, product. split; [exact K1|]. split; [|exact S1]. unfold roundings_at in *. rewrite A6.
    apply (roundings_tinier _ (t ACCUMULATE)); [lra|exact P].
  - exists (/ 2 * kept), (/ 2 * product). split; [exact K2|]. split; [|exact S2].
    unfold roundings_at in *. rewrite A6. replace (factor * (/ 2 * kept)) with (/ 2 * (factor * kept)) by ring.
    apply (roundings_times _ (t ACCUMULATE)); [lra|lra|exact P].
Qed.

(* the shift of a row, of which a key is left out, is that of twice the row, of which both its places are *)
Lemma shift_twice : forall u t k a b, bears u t k a b -> forall score n high size, P_shifts_to t score n 1 high ->
  sized u t score n high size ->
  P_shifts_to b (L_both score score) (2 * n) 2 high /\ sized a b (L_both score score) (2 * n) high size.
Proof.
  intros u t k a b BEARS score n high size ((i & I & HI) & CASES) (SZ & (largest & LG & NF & E) & HS).
  destruct (as_before _ _ _ _ _ BEARS EXPONENT ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as (E4 & _).
  destruct (as_before _ _ _ _ _ BEARS AHEAD ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as (_ & FA).
  destruct (as_before _ _ _ _ _ BEARS BEHIND ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as (_ & FB).
  unfold P_shifts_to, P_in_reach, sized, is_far, ahead, behind, reached in *. rewrite E4, FA, FB. split.
  - split; [exists (first i); rewrite both_first; split; [unfold first; lia|exact HI]|].
    destruct CASES as [B|B]; [left|right; exact B].
    replace (2 * n - 2)%Z with (2 * (n - 1))%Z by ring.
    apply (by_halves_below (fun j => L_both score score j <= high + (8 * ln 2 + / 8 + t BEHIND)));
      intros l L; [rewrite both_first|rewrite both_second]; apply B, L.
  - split; [|split; [|exact HS]].
    + apply (by_halves_below (fun j =>
        ~ (L_both score score j + 128 + t AHEAD <= high /\ 28 * u EXPONENT * Rabs high <= 8) ->
        Rabs (L_both score score j) <= size)); intros l L; [rewrite both_first|rewrite both_second]; apply SZ, L.
    + exists (first largest). rewrite !both_first. split; [unfold first; lia|]. split; [exact NF|exact E].
Qed.

(* what is known of a key, of each of its places *)
Lemma key_twice : forall u t k a b, bears u t k a b -> forall score n r q high size i m c y, (0 <= r <= q)%Z ->
  0 <= size -> (0 <= i < n)%Z -> key_computed u t score n r high size i m c y ->
  forall l, L_both score score l = score i ->
  key_computed a b (L_both score score) (2 * n) q high size l m c y.
Proof.
  intros u t k a b BEARS score n r q high size i m c y R S0 I KC l K. assert (PARTS := BEARS).
  destruct PARTS as (UT & E28 & _).
  destruct (as_before _ _ _ _ _ BEARS EXPONENT ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as (E4 & F4).
  destruct (as_before _ _ _ _ _ BEARS SHIFTED ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as (E9 & F9).
  destruct (as_before _ _ _ _ _ BEARS EXPONENTIAL ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as (E10 & F10).
  destruct (as_before _ _ _ _ _ BEARS RESCALING ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as (E11 & _).
  unfold key_computed, P_in_reach, is_far, behind in *. rewrite K, E4, E11, F9, F10.
  destruct KC as [(NF & A & P)|(FAR & C & REST)]; [left|right].
  - split; [exact NF|]. split; [destruct A as [(SM & RS)|SAME]; [left|right; exact SAME]; split; [exact SM|]|].
    + apply (rescaled_more u t) with (r := r); try assumption; lia.
    + apply (probability_more u t) with (join := joining u t size n); try assumption.
      replace (joining a b size (2 * n)) with (joining u t size (2 * n))
        by (unfold joining, reached; rewrite E4, F4, E11, F9, F10; reflexivity).
      apply joining_more; [exact UT|exact E28|exact S0|lia].
  - destruct C as (C0 & C1), REST as (Y0 & CY). rewrite F4. split; [exact FAR|]. split; [split; [exact C0|]|].
    { eapply Rle_trans; [exact C1|]. apply growth_monotone; [apply (UT RESCALING)|]; lia. }
    split; [exact Y0|]. eapply Rle_trans; [exact CY|]. apply Rplus_le_compat_l, Rmult_le_compat_r.
    + apply (UT EXPONENT). lia.
    + apply Rplus_le_compat_r, IZR_le. lia.
Qed.

Lemma before_division_twice : forall u t k a b, bears u t k a b -> forall weighs weighs',
  bears_weights u t k weighs weighs' -> forall score v f n r x, (0 <= r)%Z -> (n + r + 8 <= k)%Z ->
  added_before_division u t weighs score v f n r x ->
  exists z, Rabs (x - z) <= outputs_tiny u t /\
    rescaled_with a b weighs' (L_both score score) (L_both v f) (2 * n) (more r) (/ 2 * z).
Proof.
  intros u t k a b BEARS weighs weighs' WEIGHS score v f n r x R K
    (m & c & computed & p & q0 & q1 & summands & size & high & D & LT & SZ & KEY & SD & D0 & UP & S).
  assert (N0 : (0 <= n)%Z) by (destruct LT as ((i & I & _) & _); lia).
  assert (PARTS := BEARS). destruct PARTS as (UT & E28 & A4 & W & ROWS).
  destruct (sums_underflow _ _ _ _ _ BEARS) as (B6 & A6).
  destruct (as_before _ _ _ _ _ BEARS RESCALING ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as (E11 & _).
  destruct (UT ACCUMULATE ltac:(lia)) as (_ & T6).
  assert (E : forall i, L_both c c (first i) = c i /\ L_both c c (second i) = c i).
  { intro i. rewrite both_first, both_second. split; reflexivity. }
  destruct ROWS as (K0 & KU & _). apply (added_up_more _ _ _ _ _ _ _ k) in UP; [|exact K].
  destruct (added_up_sums u t v f p q0 q1 n k c (L_both c c) _ _ D x UT KU N0 E (sum_in_splits _ _ _ _ _ _ _ _ T6)
    (sum_in_splits _ _ _ _ _ _ _ _ T6) UP S) as (q & NEAR & S'). clear S. rename S' into S.
  apply (added_are_one_sum u t a b v f p q n _ c (L_both c c) r _ _ _ _ D x UT A4 W) in S; try lia; try assumption.
  destruct S as (q' & w & s & Q & O & (depth & all & HD & HA & S) & X). exists (s / D). split; [exact X|].
  assert (S0 : 0 <= size) by (destruct SZ as (_ & (largest & _ & _ & <-) & _); apply Rabs_pos).
  destruct (shift_twice u t k a b BEARS _ _ _ _ LT SZ) as (LT' & SZ').
  exists (L_both m m), (L_both c c), (L_both computed computed), (L_both p q'), (L_both summands summands), w, size,
    high, s, (2 * D).
  split; [exact LT'|]. split; [exact SZ'|]. split; [|split; [|split; [|split]]].
  - intros j J. split; [|split; [|split]].
    + revert j J. apply by_halves_below; intros i I; destruct (KEY i I) as (KC & _);
        [rewrite !both_first|rewrite !both_second]; apply (key_twice _ _ _ _ _ BEARS) with (r := r) (i := i);
        try assumption; try (unfold more; lia); [apply both_first|apply both_second].
    + revert j J. apply (both_hold weighs' n computed p q q' Q). intros i I.
      destruct (KEY i I) as (_ & P1 & P2 & _).
      split; [apply (WEIGHS _ _ _ P1 (by_itself _ _ _ _ _ _ BEARS))|apply (WEIGHS _ _ _ P2 (NEAR i I))].
    + revert j J. apply (both_hold _ n computed summands summands summands (or_introl eq_refl)). intros i I.
      destruct (KEY i I) as (_ & _ & _ & P). apply (summands_weigh _ _ _ _ _ _ _ BEARS) in P.
      split; exact P.
    + apply O, J.
  - exists depth, all. unfold more. split; [lia|]. split; [lia|]. rewrite E11.
    replace (2 * r + 9)%Z with (r + (r + 9))%Z by lia. apply sum_rescaled; [apply (UT RESCALING); lia|lia|exact S].
  - apply (denominator_twice u t a b summands c) with (r := r); try assumption; unfold more; lia.
  - lra.
  - field. exact D0.
Qed.

Lemma behind_division_twice : forall u t k a b, bears u t k a b -> forall weighs weighs',
  bears_weights u t k weighs weighs' -> forall score v f n r x, (0 <= r)%Z -> (n + r + 8 <= k)%Z ->
  added_behind_division u t weighs score v f n r x ->
  exists z, Rabs (x - z) <= outputs_tiny u t /\
    divided_with a b weighs' (L_both score score) (L_both v f) (2 * n) (more r) (/ 2 * z).
Proof.
  intros u t k a b BEARS weighs weighs' WEIGHS score v f n r x R K
    (computed & p & q0 & q1 & summands & size & high & D & LT & SZ & KEY & SD & D0 & UP & S).
  assert (N0 : (0 <= n)%Z) by (destruct LT as ((i & I & _) & _); lia).
  assert (PARTS := BEARS). destruct PARTS as (UT & E28 & A4 & W & ROWS).
  destruct (sums_underflow _ _ _ _ _ BEARS) as (B6 & A6).
  destruct (UT ACCUMULATE ltac:(lia)) as (_ & T6).
  destruct (as_before _ _ _ _ _ BEARS RESCALING ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as (E11 & _).
  assert (E : forall i : Z, (fun _ : Z => 1) (first i) = (fun _ : Z => 1) i /\
    (fun _ : Z => 1) (second i) = (fun _ : Z => 1) i) by (intro; split; reflexivity).
  destruct ROWS as (K0 & KU & _). apply (added_up_more _ _ _ _ _ _ _ k) in UP; [|exact K].
  destruct (added_up_sums u t v f p q0 q1 n k (fun _ => 1) (fun _ => 1) _ _ 1 x UT KU N0 E
    (sum_in_splits _ _ _ _ _ _ _ _ T6) (sum_in_splits _ _ _ _ _ _ _ _ T6) UP S) as (q & NEAR & S').
  clear S. rename S' into S.
  apply (added_are_one_sum u t a b v f p q n _ (fun _ => 1) (fun _ => 1) 0 _ _ _ _ 1 x UT A4 W) in S; try lia; try lra;
    try exact E.
  destruct S as (q' & w & s & Q & O & (depth & all & HD & HA & S) & X). exists (s / 1). split; [exact X|].
  assert (S0 : 0 <= size) by (destruct SZ as (_ & (largest & _ & _ & <-) & _); apply Rabs_pos).
  destruct (shift_twice u t k a b BEARS _ _ _ _ LT SZ) as (LT' & SZ').
  exists (L_both computed computed), (fun j => / 2 * L_both p q' j), (L_both summands summands), w, size,
    high, (2 * D), depth, all.
  split; [exact LT'|]. split; [exact SZ'|]. split; [|split; [|split; [|split; [|split]]]].
  - intros j J. split; [|split; [|split]].
    + revert j J. apply by_halves_below; intros i I; destruct (KEY i I) as (KC & _);
        [rewrite !both_first|rewrite !both_second];
        apply (key_twice _ _ _ _ _ BEARS) with (r := 0%Z) (i := i); try assumption; try lia;
        [apply both_first|apply both_second].
    + revert j J. apply (both_hold _ n computed summands summands summands (or_introl eq_refl)). intros i I.
      destruct (KEY i I) as (_ & P & _). apply (summands_weigh _ _ _ _ _ _ _ BEARS) in P.
      split; exact P.
    + assert (HALF : forall i y, (0 <= i < n)%Z -> y = p i \/ y = q i -> exists quotient,
        roundings_at a b ACCUMULATE 4 (computed i / (2 * D)) quotient /\ weighs' quotient (/ 2 * y)).
      { intros i y I Y. destruct (KEY i I) as (_ & _ & (quotient & DV & P1 & P2)). exists (/ 2 * quotient).
        unfold roundings_at in *. rewrite A6.
        replace (computed i / (2 * D)) with (/ 2 * (computed i / D)) by (field; exact D0). split.
        - apply (roundings_times _ (t ACCUMULATE)); [lra|lra|exact DV].
        - destruct Y as [-> | ->]; [apply (WEIGHS _ _ _ P1 (by_itself _ _ _ _ _ _ BEARS))|].
          apply (WEIGHS _ _ _ P2 (NEAR i I)). }
      revert j J. apply by_halves_below; intros i I; [rewrite !both_first|rewrite !both_second]; apply (HALF i _ I);
        [left; reflexivity|destruct Q as [-> | ->]; [left|right]; reflexivity].
    + apply O, J.
  - apply (denominator_twice u t a b summands (fun _ => 1)) with (r := r); try assumption; unfold more; lia.
  - lra.
  - unfold more. lia.
  - unfold more. lia.
  - replace (/ 2 * (s / 1)) with (/ 2 * s) by field.
    apply (sum_times _ (b ACCUMULATE) _ _ (fun j => L_both p q' j * w j)); [lra|intro i; ring|lra|exact S].
Qed.

Lemma count_most : forall m k, (count_below m k <= Z.of_nat k)%Z.
Proof. intros m k. induction k as [|k IH]; [simpl; lia|]. cbn [count_below]. destruct (m (Z.of_nat k)); lia. Qed.

Lemma added_wider : forall u t k a b, bears u t k a b -> forall weighs weighs', bears_weights u t k weighs weighs' ->
  forall y v f m n r x, (0 <= n)%Z -> (0 <= r)%Z -> (n + r + 8 <= k)%Z -> added_softmax u t weighs y v f m n r x ->
  let y' := L_visible_of (L_twice m) (2 * n) (L_both y y) in let v' := L_visible_of (L_twice m) (2 * n) (L_both v f) in
  let n' := L_visible_count (L_twice m) (2 * n) in exists z, Rabs (x - z) <= outputs_tiny u t /\
    (rescaled_with a b weighs' y' v' n' (more r) (/ 2 * z) \/ divided_with a b weighs' y' v' n' (more r) (/ 2 * z)).
Proof.
  intros u t k a b BEARS weighs weighs' W y v f m n r x N R K S y' v' n'.
  assert (C : (L_visible_count m n <= n)%Z).
  { rewrite <- (Z2Nat.id n) at 2 by exact N. apply count_most. }
  assert (E : n' = (2 * L_visible_count m n)%Z) by (apply visible_twice, N).
  assert (SAME : forall j, (0 <= j < 2 * L_visible_count m n)%Z ->
    L_both (L_visible_of m n y) (L_visible_of m n y) j = y' j /\
      L_both (L_visible_of m n v) (L_visible_of m n f) j = v' j).
  { intros j J. unfold y', v'. rewrite !visible_of_twice by assumption. split; reflexivity. }
  rewrite E. destruct S as [S|S].
  - apply (before_division_twice _ _ _ _ _ BEARS _ _ W) in S; [|exact R|lia].
    destruct S as (z & X & S). exists z. split; [exact X|]. left. exact (rescaled_same _ _ _ _ _ _ _ _ _ _ SAME S).
  - apply (behind_division_twice _ _ _ _ _ BEARS _ _ W) in S; [|exact R|lia].
    destruct S as (z & X & S). exists z. split; [exact X|]. right. exact (divided_same _ _ _ _ _ _ _ _ _ _ SAME S).
Qed.

Lemma added_values_wider : forall u t k a b, bears u t k a b -> forall y v f m n r x, (0 <= n)%Z -> (0 <= r)%Z ->
  (n + r + 8 <= k)%Z ->
  P_added_values_softmax u t y v f m n r x -> exists z, Rabs (x - z) <= outputs_tiny u t /\
    P_online_softmax a b (L_visible_of (L_twice m) (2 * n) (L_both y y)) (L_visible_of (L_twice m) (2 * n) (L_both v f))
      (L_visible_count (L_twice m) (2 * n)) (more r) (/ 2 * z).
Proof.
  intros u t k a b BEARS y v f m n r x N R K S.
  exact (added_wider _ _ _ _ _ BEARS _ _ (probabilities_weigh _ _ _ _ _ BEARS) _ _ _ _ _ _ _ N R K S).
Qed.

Lemma added_scaled_wider : forall u t k a b, bears u t k a b -> forall alpha y v f m n r x, (0 <= n)%Z ->
  (0 <= r)%Z -> (n + r + 8 <= k)%Z ->
  P_added_scaled_softmax u t alpha y v f m n r x -> exists z, Rabs (x - z) <= outputs_tiny u t /\
    P_scaled_softmax a b alpha (L_both y y) (L_both v f) (L_twice m) (2 * n) (more r) (/ 2 * z).
Proof.
  intros u t k a b BEARS alpha y v f m n r x N R K (factor & F & S).
  destruct (as_before _ _ _ _ _ BEARS INPUT ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as (E0 & F0).
  destruct (added_wider _ _ _ _ _ BEARS _ _ (multiples_weigh _ _ _ _ _ factor BEARS) _ _ _ _ _ _ _ N R K S)
    as (z & X & Z).
  exists z. split; [exact X|]. exists factor. split; [|exact Z]. unfold rounded_at in *. rewrite E0, F0. exact F.
Qed.
