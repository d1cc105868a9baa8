(* chunks_math.v - a sum over keys of which some are summed before the query comes in, and the others one by one. *)
From Coq Require Import Reals ZArith Lia Lra Bool List Permutation.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total operators rounded_sum engine products visible linear evaluation.
From Plumbline.compare Require Import rounded_sum_math sums_math mean_math score_math.
From Plumbline.proposition Require sums_of_rows.
From Plumbline.budget Require Import products_math row_score_math visible_math linear_math.
Open Scope R_scope.

(* ---- sums over some of the keys ---- *)

Definition within (a m : A_subset) (n : Z) : Prop := forall j, key n j -> a j = true -> m j = true.
Definition shared_out (m a b : A_subset) (n : Z) : Prop := forall j, key n j ->
  (a j = true \/ b j = true <-> m j = true) /\ (a j <> true \/ b j <> true).

Lemma part_within : forall m a b n, shared_out m a b n -> within a m n /\ within b m n.
Proof. intros m a b n S. split; intros j J I; apply (S j J); auto. Qed.

Lemma over_part : forall a m n x, within a m n -> (forall j, 0 <= x j) -> 0 <= over a n x <= over m n x.
Proof.
  intros a m n x W X. split.
  - apply sum_positive. intros j _. destruct (a j); [apply X|lra].
  - apply sum_monotone. intros j J. assert (P := X j). destruct (a j) eqn:A; [rewrite (W j J A); lra|].
    destruct (m j); lra.
Qed.

Lemma over_parts : forall m a b n x, shared_out m a b n -> over a n x + over b n x = over m n x.
Proof.
  intros m a b n x S. unfold over. rewrite <- sum_plus. apply sum_same. intros j J. destruct (S j J) as (E & D).
  destruct (a j), (b j), (m j); try lra; exfalso; intuition discriminate.
Qed.

Lemma count_is_over : forall m n, IZR (L_visible_count m n) = over m n (fun _ => 1).
Proof.
  intros m n. unfold L_visible_count, over, sum_below. induction (Z.to_nat n) as [|k IH]; [reflexivity|].
  cbn [count_below total]. rewrite plus_IZR, IH. destruct (m (Z.of_nat k)); reflexivity.
Qed.

Lemma over_size : forall m n x y, (forall j, Rabs (x j) <= y j) -> Rabs (over m n x) <= over m n y.
Proof.
  intros m n x y H. apply sum_absolute. intros j _. destruct (m j); [apply H|rewrite Rabs_R0; lra].
Qed.

(* the features change places with the keys *)
Lemma features_of_keys : forall q k a n d x, (0 <= n)%Z ->
  sum_below (fun f => q f * over a n (fun j => feature k f n j * x j)) d =
  over a n (fun j => L_dots q (L_column_of k n j) d * x j).
Proof.
  intros q k a n d x N.
  transitivity (sum_below (fun f => sum_below (fun j => if a j then q f * feature k f n j * x j else 0) n) d).
  - apply sum_same. intros f _. unfold over. rewrite <- sum_factor. apply sum_same. intros j _.
    destruct (a j); ring.
  - rewrite sums_of_rows.sum_exchange. unfold over. apply sum_same. intros j _. destruct (a j).
    + unfold L_dots. rewrite Rmult_comm, <- sum_factor. apply sum_same. intros f _.
      unfold feature, L_drop, L_column_of, L_place. replace (f * n + 0 + j)%Z with (f * n + j)%Z by ring. ring.
    + rewrite (sum_same d _ (fun _ => 0 * 0)) by (intros; ring). rewrite sum_factor. ring.
Qed.

Lemma weights_of_products : forall scale q k c a n d x, (0 <= n)%Z ->
  (forall j, key n j -> a j = true -> scale * L_dots q (L_column_of k n j) d = c j) ->
  scale * sum_below (fun f => q f * over a n (fun j => feature k f n j * x j)) d = over a n (fun j => c j * x j).
Proof.
  intros scale q k c a n d x N C. rewrite features_of_keys by exact N. unfold over. rewrite <- sum_factor.
  apply sum_same. intros j J. destruct (a j) eqn:A; [rewrite <- (C j J A); ring|ring].
Qed.

(* ---- the bounds grow with the keys ---- *)

Ltac pos := repeat first [assumption | lra | apply Rabs_pos | apply Rplus_le_le_0_compat | apply Rmult_le_pos].
Ltac grows := repeat first [assumption | apply Rle_refl | apply Rplus_le_compat | apply Rmult_le_compat_l; [pos|] |
  apply Rmult_le_compat_r; [pos|] | lra].

Lemma linear_off_grows : forall u t d scale unit of_keys lost exact terms weighed query states keys
    lost' exact' terms' weighed' states' keys', P_is_roundings u t -> (0 <= d)%Z -> (IZR d + 4) * u PRODUCT < 1 ->
  0 <= unit -> 0 <= of_keys -> 0 <= query -> 0 <= lost <= lost' -> Rabs exact <= exact' -> 0 <= terms <= terms' ->
  0 <= weighed <= weighed' -> 0 <= states <= states' -> 0 <= keys <= keys' ->
  linear_off u t d scale unit of_keys lost exact terms weighed query states keys <=
  linear_off u t d scale unit of_keys lost' exact' terms' weighed' query states' keys'.
Proof.
  intros u t d scale unit of_keys lost exact terms weighed query states keys lost' exact' terms' weighed' states' keys'
    UT D B U K Q (L0 & L) E (T0 & T) (W0 & W) (S0 & S) (Y0 & Y).
  destruct (operands_positive u t UT) as (E0 & O0). destruct (UT INPUT ltac:(lia)) as (UI & TI).
  destruct (UT PRODUCT ltac:(lia)) as (UP & TP). destruct (UT SCORE ltac:(lia)) as (US & TS).
  assert (D0 := IZR_le 0 d D).
  assert (G0 : 0 <= sum_gamma u d).
  { unfold sum_gamma. apply gamma_positive. split; [|exact B]. apply Rmult_le_pos; lra. }
  assert (I0 : 0 <= inputs u) by (apply compound_positive; assumption).
  assert (ST : 0 <= stores u) by (repeat apply compound_positive; assumption).
  set (larger := Rmax 1 (Rabs scale)). assert (L1 : 1 <= larger) by apply Rmax_l.
  assert (Z0 := Rabs_pos scale).
  assert (TINY : 0 <= scale_tiny (u INPUT) (t INPUT) larger) by (unfold scale_tiny; pos).
  assert (HIGH : 0 <= amplified (u INPUT) (t INPUT) larger) by (unfold amplified; pos).
  assert (M : 0 <= scaled_up u t (Rabs scale) larger) by (unfold scaled_up; pos).
  assert (X : Rabs (scale * exact) <= Rabs (scale * exact')).
  { rewrite !Rabs_mult. apply Rmult_le_compat_l; [exact Z0|]. eapply Rle_trans; [exact E|apply Rle_abs]. }
  assert (C : 0 <= compound (stores u) (inputs u)) by (apply compound_positive; assumption).
  assert (OFF : terms_scaled_off u unit of_keys terms weighed <= terms_scaled_off u unit of_keys terms' weighed')
    by (unfold terms_scaled_off; grows).
  assert (LOST : terms_lost u t d unit of_keys lost query states keys <=
      terms_lost u t d unit of_keys lost' query states' keys') by (unfold terms_lost; grows).
  unfold linear_off. cbv zeta. fold larger.
  set (a1 := terms_scaled_off u unit of_keys terms weighed) in *. set (b1 := terms_lost u t d unit of_keys lost query
    states keys) in *. set (a2 := terms_scaled_off u unit of_keys terms' weighed') in *.
  set (b2 := terms_lost u t d unit of_keys lost' query states' keys') in *.
  set (m := scaled_up u t (Rabs scale) larger) in *. set (h := amplified (u INPUT) (t INPUT) larger) in *.
  set (y := scale_tiny (u INPUT) (t INPUT) larger) in *. set (g := sum_gamma u d) in *.
  set (s := stores u) in *. set (i := compound s (inputs u)) in *. clearbody a1 a2 b1 b2 m h y g s i.
  grows.
Qed.

Lemma state_lost_grows : forall u t c c' k own tiny values values', P_is_roundings u t -> (0 <= k)%Z ->
  IZR k * u ACCUMULATE < 1 -> 0 <= own -> 0 <= tiny -> 0 <= IZR c <= IZR c' -> 0 <= values <= values' ->
  0 <= state_lost u t c k own tiny values <= state_lost u t c' k own tiny values'.
Proof.
  intros u t c c' k own tiny values values' UT K B OWN TINY (C0 & C) (V0 & V).
  destruct (operands_positive u t UT) as (E0 & O0). destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA).
  destruct (UT PROBABILITY ltac:(lia)) as (UP & TP). destruct (UT OPERAND ltac:(lia)) as (UO & TO).
  assert (K0 := IZR_le 0 k K).
  assert (G0 : 0 <= gamma (IZR k) (u ACCUMULATE)) by (apply gamma_positive; split; [apply Rmult_le_pos; lra|exact B]).
  assert (ST : 0 <= state_stores u) by (apply compound_positive; assumption).
  assert (GAIN : 0 <= state_gain u k) by (apply Rmult_le_pos; lra).
  unfold state_lost. split; [pos|grows].
Qed.

Lemma state_units_positive : forall u t k own tiny, P_is_roundings u t -> (0 <= k)%Z -> IZR k * u ACCUMULATE < 1 ->
  0 <= own -> 0 <= tiny -> 0 <= state_unit u k own /\ 0 <= state_of_keys u k tiny.
Proof.
  intros u t k own tiny UT K B OWN TINY. destruct (operands_positive u t UT) as (E0 & O0).
  destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA). destruct (UT PROBABILITY ltac:(lia)) as (UP & TP).
  destruct (UT OPERAND ltac:(lia)) as (UO & TO). assert (K0 := IZR_le 0 k K).
  assert (G0 : 0 <= gamma (IZR k) (u ACCUMULATE)) by (apply gamma_positive; split; [apply Rmult_le_pos; lra|exact B]).
  assert (ST : 0 <= state_stores u) by (apply compound_positive; assumption).
  split; [do 3 (apply compound_positive; [|assumption]); assumption|]. unfold state_of_keys, state_gain. pos.
Qed.

(* ---- both sums ---- *)

Definition moved (e f d size : R) : R := d + e * (size + d) + f.
Definition joined_off (u t : A_seq) (first second size : R) : R :=
  moved (u SCORE) (t SCORE)
    (moved (u ACCUMULATE) (t ACCUMULATE) (first + moved (u SCORE) (t SCORE) second size) size) size.

Lemma rounded_moves : forall e f d size x y z, 0 <= e -> Rabs (y - x) <= d -> Rabs x <= size -> near_rounded e f y z ->
  Rabs (z - x) <= moved e f d size.
Proof.
  intros e f d size x y z E D S Z. eapply Rle_trans; [exact (error_grows e f d x y z E D Z)|]. unfold moved.
  apply Rplus_le_compat_r, Rplus_le_compat_l, Rmult_le_compat_l; [exact E|lra].
Qed.

Lemma joined_within : forall u t x y X Y first second size a b s, P_is_roundings u t -> Rabs (x - X) <= first ->
  Rabs (y - Y) <= second -> Rabs Y <= size -> Rabs (X + Y) <= size -> rounded_at u t SCORE y a ->
  rounded_at u t ACCUMULATE (x + a) b -> rounded_at u t SCORE b s ->
  Rabs (s - (X + Y)) <= joined_off u t first second size.
Proof.
  intros u t x y X Y first second size a b s UT FX FY SY S A B C.
  destruct (UT ACCUMULATE ltac:(lia)) as (UA & _). destruct (UT SCORE ltac:(lia)) as (US & _).
  apply (rounded_moves _ _ _ _ _ b); [exact US| |exact S|exact C].
  apply (rounded_moves _ _ _ _ _ (x + a)); [exact UA| |exact S|exact B].
  replace (x + a - (X + Y)) with ((x - X) + (a - Y)) by ring. eapply Rle_trans; [apply Rabs_triang|].
  apply Rplus_le_compat; [exact FX|]. exact (rounded_moves _ _ _ _ _ y _ US FY SY A).
Qed.

(* ---- the keys that are summed first, within all ---- *)

Definition weighed (q x : A_seq) (d : Z) : R := sum_below (fun f => Rabs (q f) * x f) d.

Lemma features_grow : forall q d (x z : A_seq), (forall f, 0 <= x f <= z f) ->
  0 <= weighed q x d <= weighed q z d /\ 0 <= sum_below x d <= sum_below z d.
Proof.
  intros q d x z H. assert (Q := fun f => Rabs_pos (q f)). split; split.
  - apply sum_positive. intros f _. apply Rmult_le_pos; [apply Q|apply H].
  - apply sum_monotone. intros f _. apply Rmult_le_compat_l; [apply Q|apply H].
  - apply sum_positive. intros f _. apply H.
  - apply sum_monotone. intros f _. apply H.
Qed.

Lemma state_sizes_grow : forall k v a m n, within a m n ->
  forall f, 0 <= L_state_sizes k v a n f <= L_state_sizes k v m n f.
Proof. intros k v a m n P f. apply over_part; [exact P|]. intro j. apply Rmult_le_pos; apply Rabs_pos. Qed.

Lemma key_sizes_grow : forall k a m n, within a m n -> forall f, 0 <= L_key_sizes k a n f <= L_key_sizes k m n f.
Proof. intros k a m n P f. apply over_part; [exact P|]. intro j. apply Rabs_pos. Qed.

Lemma counts_grow : forall a m n, within a m n -> 0 <= IZR (L_visible_count a n) <= IZR (L_visible_count m n).
Proof. intros a m n P. rewrite !count_is_over. apply over_part; [exact P|]. intros; lra. Qed.

Lemma exact_size : forall q d (x z : A_seq), (forall f, Rabs (x f) <= z f) ->
  Rabs (sum_below (fun f => q f * x f) d) <= weighed q z d.
Proof.
  intros q d x z H. apply sum_absolute. intros f _. rewrite Rabs_mult.
  apply Rmult_le_compat_l; [apply Rabs_pos|apply H].
Qed.

Lemma first_numerator : forall u t q k v m a n d steps scale y, P_is_roundings u t -> (0 <= d)%Z ->
  (IZR d + 4) * u PRODUCT < 1 -> (0 <= steps)%Z -> IZR steps * u ACCUMULATE < 1 -> within a m n ->
  P_linear_numerator u t scale q k v a n d steps y ->
  Rabs (y - scale * sum_below (fun f => q f * L_states k v a n f) d) <=
    linear_off u t d scale (state_unit u steps (u OPERAND)) (state_of_keys u steps (t OPERAND))
      (state_lost u t (L_visible_count m n) steps (u OPERAND) (t OPERAND) (over m n (fun j => Rabs (v j))))
      (weighed q (L_state_sizes k v m n) d) (weighed q (L_state_sizes k v m n) d) (weighed q (L_key_sizes k m n) d)
      (sum_below (fun f => Rabs (q f)) d) (sum_below (L_state_sizes k v m n) d) (sum_below (L_key_sizes k m n) d).
Proof.
  intros u t q k v m a n d steps scale y UT D B STEPS BS PART Y. destruct (UT OPERAND ltac:(lia)) as (UO & TO).
  eapply Rle_trans; [exact (numerator_within u t scale q k v a n d steps y UT D B STEPS BS Y)|].
  destruct (state_units_positive u t steps (u OPERAND) (t OPERAND) UT STEPS BS UO TO) as (SU & SK).
  destruct (features_grow q d _ _ (state_sizes_grow k v a m n PART)) as (TERMS & STATES).
  destruct (features_grow q d _ _ (key_sizes_grow k a m n PART)) as (WEIGHED & KEYS).
  apply linear_off_grows; try assumption.
  - apply sum_positive. intros; apply Rabs_pos.
  - apply state_lost_grows; try assumption; [exact (counts_grow a m n PART)|].
    apply over_part; [exact PART|]. intro; apply Rabs_pos.
  - apply Rle_trans with (weighed q (L_state_sizes k v a n) d); [|apply TERMS]. apply exact_size.
    intro f. apply over_size. intro j. rewrite Rabs_mult. lra.
Qed.

Lemma first_denominator : forall u t q k m a n d steps scale y, P_is_roundings u t -> (0 <= d)%Z ->
  (IZR d + 4) * u PRODUCT < 1 -> (0 <= steps)%Z -> IZR steps * u ACCUMULATE < 1 -> within a m n ->
  P_linear_denominator u t scale q k a n d steps y ->
  Rabs (y - scale * sum_below (fun f => q f * L_key_totals k a n f) d) <=
    linear_off u t d scale (state_unit u steps 0) (state_of_keys u steps 0)
      (state_lost u t (L_visible_count m n) steps 0 0 (IZR (L_visible_count m n)))
      (weighed q (L_key_sizes k m n) d) (weighed q (L_key_sizes k m n) d) (weighed q (L_key_sizes k m n) d)
      (sum_below (fun f => Rabs (q f)) d) (sum_below (L_key_sizes k m n) d) (sum_below (L_key_sizes k m n) d).
Proof.
  intros u t q k m a n d steps scale y UT D B STEPS BS PART Y.
  eapply Rle_trans; [exact (denominator_within u t scale q k a n d steps y UT D B STEPS BS Y)|].
  destruct (state_units_positive u t steps 0 0 UT STEPS BS (Rle_refl 0) (Rle_refl 0)) as (SU & SK).
  destruct (features_grow q d _ _ (key_sizes_grow k a m n PART)) as (WEIGHED & KEYS).
  apply linear_off_grows; try assumption.
  - apply sum_positive. intros; apply Rabs_pos.
  - apply state_lost_grows; try assumption; [lra|lra|exact (counts_grow a m n PART)|exact (counts_grow a m n PART)].
  - apply Rle_trans with (weighed q (L_key_sizes k a n) d); [|apply WEIGHED]. apply exact_size.
    intro f. apply over_size. intro j. apply Rle_refl.
Qed.

(* ---- and the others ---- *)

Lemma products_off_grows : forall u t c c' k larger terms terms' weights weights' values values',
  P_is_roundings u t -> (0 <= k)%Z -> IZR k * u ACCUMULATE < 1 -> 0 <= larger -> 0 <= IZR c <= IZR c' ->
  0 <= terms <= terms' -> 0 <= weights <= weights' -> 0 <= values <= values' ->
  off u t c k larger terms weights values <= off u t c' k larger terms' weights' values'.
Proof.
  intros u t c c' k larger terms terms' weights weights' values values' UT K B L (C0 & C) (T0 & T) (W0 & W) (V0 & V).
  destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA). destruct (UT PROBABILITY ltac:(lia)) as (UP & TP).
  destruct (UT OPERAND ltac:(lia)) as (UO & TO). assert (K0 := IZR_le 0 k K).
  assert (G0 : 0 <= gamma (IZR k) (u ACCUMULATE)) by (apply gamma_positive; split; [apply Rmult_le_pos; lra|exact B]).
  assert (R : 0 <= compound (compound (u PROBABILITY) (u OPERAND)) (gamma (IZR k) (u ACCUMULATE)))
    by (repeat apply compound_positive; assumption).
  unfold off. set (e := compound (compound (u PROBABILITY) (u OPERAND)) (gamma (IZR k) (u ACCUMULATE))) in *.
  clearbody e. grows.
Qed.

Lemma chunked_numerator : forall u t q k c v m a b n d steps scale x y e f s first, P_is_roundings u t ->
  IZR steps * u ACCUMULATE < 1 -> (4 <= steps)%Z -> (0 <= n)%Z -> shared_out m a b n ->
  (forall j, key n j -> a j = true -> scale * L_dots q (L_column_of k n j) d = c j) ->
  Rabs (x - scale * sum_below (fun f => q f * L_states k v a n f) d) <= first ->
  P_quotients_summed u t (L_visible_of b n c) (L_visible_of b n v) (L_visible_count b n) steps 1 y ->
  rounded_at u t SCORE y e -> rounded_at u t ACCUMULATE (x + e) f -> rounded_at u t SCORE f s ->
  Rabs (s - over m n (fun j => c j * v j)) <= joined_off u t first
    (off u t (L_visible_count m n) steps 1 (over m n (fun j => Rabs (c j * v j))) (over m n (fun j => Rabs (c j)))
      (over m n (fun j => Rabs (v j)))) (over m n (fun j => Rabs (c j * v j))).
Proof.
  intros u t q k c v m a b n d steps scale x y e f s first UT B S N SH C X Y E F G.
  destruct (part_within m a b n SH) as (WA & WB). rewrite <- (over_parts m a b n _ SH).
  assert (SZ : forall p, within p m n ->
    Rabs (over p n (fun j => c j * v j)) <= over m n (fun j => Rabs (c j * v j))).
  { intros p P. eapply Rle_trans; [apply (over_size p n _ (fun j => Rabs (c j * v j))); intro; apply Rle_refl|].
    apply over_part; [exact P|]. intro; apply Rabs_pos. }
  refine (joined_within u t x y _ _ _ _ _ e f s UT _ _ _ _ E F G).
  - unfold L_states in X. rewrite (weights_of_products scale q k c a n d v N C) in X. exact X.
  - assert (W := visible_quotients_within u t c v b n steps 1 y UT B S Y). cbv zeta in W.
    rewrite Rmult_1_r, Rabs_R1, Rmax_left in W by lra. eapply Rle_trans; [exact W|].
    apply products_off_grows; try assumption; try lia; try lra.
    + rewrite !count_is_over. apply over_part; [exact WB|]. intros; lra.
    + apply over_part; [exact WB|]. intro; apply Rabs_pos.
    + apply over_part; [exact WB|]. intro; apply Rabs_pos.
    + apply over_part; [exact WB|]. intro; apply Rabs_pos.
  - exact (SZ b WB).
  - rewrite (over_parts m a b n _ SH). exact (SZ m (fun j _ H => H)).
Qed.

Lemma chunked_denominator : forall u t q k c m a b n d steps scale x y e f s first, P_is_roundings u t ->
  IZR steps * u ACCUMULATE < 1 -> (0 <= steps)%Z -> (0 <= n)%Z -> shared_out m a b n ->
  (forall j, key n j -> a j = true -> scale * L_dots q (L_column_of k n j) d = c j) ->
  Rabs (x - scale * sum_below (fun f => q f * L_key_totals k a n f) d) <= first ->
  P_terms_summed u t (L_visible_of b n c) (L_visible_count b n) steps y ->
  rounded_at u t SCORE y e -> rounded_at u t ACCUMULATE (x + e) f -> rounded_at u t SCORE f s ->
  Rabs (s - over m n c) <= joined_off u t first
    (gamma (IZR steps) (u ACCUMULATE) * over m n (fun j => Rabs (c j)) +
      (1 + gamma (IZR steps) (u ACCUMULATE)) * (2 * (IZR steps * t ACCUMULATE))) (over m n (fun j => Rabs (c j))).
Proof.
  intros u t q k c m a b n d steps scale x y e f s first UT B S N SH C X Y E F G.
  destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA). assert (S0 := IZR_le 0 steps S).
  assert (G0 : 0 <= gamma (IZR steps) (u ACCUMULATE))
    by (apply gamma_positive; split; [apply Rmult_le_pos; lra|exact B]).
  destruct (part_within m a b n SH) as (WA & WB). rewrite <- (over_parts m a b n _ SH).
  assert (SZ : forall p, within p m n -> Rabs (over p n c) <= over m n (fun j => Rabs (c j))).
  { intros p P. eapply Rle_trans; [apply (over_size p n _ (fun j => Rabs (c j))); intro; apply Rle_refl|].
    apply over_part; [exact P|]. intro; apply Rabs_pos. }
  refine (joined_within u t x y _ _ _ _ _ e f s UT _ _ _ _ E F G).
  - assert (W := weights_of_products scale q k c a n d (fun _ => 1) N C). cbv beta in W.
    assert (E1 : over a n (fun j => c j * 1) = over a n c).
    { apply sum_same. intros j _. rewrite Rmult_1_r. reflexivity. }
    assert (E2 : sum_below (fun f => q f * over a n (fun j => feature k f n j * 1)) d =
      sum_below (fun f => q f * L_key_totals k a n f) d).
    { apply sum_same. intros g _. f_equal. apply sum_same. intros j _. rewrite Rmult_1_r. reflexivity. }
    rewrite E1, E2 in W. rewrite <- W. exact X.
  - assert (W := visible_terms_within u t c b n steps y UT B Y). cbv zeta in W. eapply Rle_trans; [exact W|].
    apply Rplus_le_compat_r, Rmult_le_compat_l; [exact G0|]. apply over_part; [exact WB|]. intro; apply Rabs_pos.
  - exact (SZ b WB).
  - rewrite (over_parts m a b n _ SH). exact (SZ m (fun j _ H => H)).
Qed.

(* ---- nothing need be rounded ---- *)

Lemma exact_rounding : forall u t step x, P_is_roundings u t -> (0 <= step < 12)%Z -> rounded_at u t step x x.
Proof.
  intros u t step x UT S. destruct (UT step S) as (U & T). unfold rounded_at, near_rounded.
  rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. assert (P := Rmult_le_pos _ _ U (Rabs_pos x)). lra.
Qed.

Lemma exact_operand : forall u t x, P_is_roundings u t -> operand u t x x.
Proof. intros u t x UT. exists x. split; apply exact_rounding; try exact UT; lia. Qed.

Lemma exact_sum : forall u t f x n, P_rescaled_sum u t f x (fun _ => 1) n 0 0 0 (sum_below x n).
Proof.
  intros u t f x n. unfold P_rescaled_sum, below, sum_below.
  exists (map (fun i => (i, 1)) (map Z.of_nat (seq 0 (Z.to_nat n)))).
  split; [rewrite map_map, map_id; apply Permutation_refl|]. split.
  - intros term I. apply in_map_iff in I. destruct I as (i & <- & _). reflexivity.
  - induction (Z.to_nat n) as [|k IH]; [apply partial_none|]. rewrite seq_S, !map_app. cbn [total].
    exact (partial_joined u t f x _ 0 0 0 _ _ 0 0 0 _ IH (partial_term u t f x (Z.of_nat k))).
Qed.

Lemma scale_behind : forall u t scale, P_is_roundings u t -> scale_parts u t scale 1 1 scale.
Proof.
  intros u t scale UT. right. right. left. split; [reflexivity|]. split; [reflexivity|].
  apply exact_rounding; [exact UT|lia].
Qed.

Lemma twice_exact : forall u t x, P_is_roundings u t -> roundings_at u t SCORE 2 x x.
Proof.
  intros u t x UT. assert (E := exact_rounding u t SCORE x UT ltac:(lia)).
  apply (roundings_next _ _ 1 x x x); [|exact E]. apply (roundings_next _ _ 0 x x x); [apply roundings_none|exact E].
Qed.

Lemma product_is_score : forall u t scale q k d, P_is_roundings u t -> (0 <= d)%Z ->
  P_score_computed u t scale q k d (scale * L_dots q k d).
Proof.
  intros u t scale q k d UT D. exists 1, 1, scale, q, k, 0%Z, 0%Z, (L_dots q k d), (L_dots q k d).
  split; [apply scale_behind, UT|]. split.
  - intros i _. rewrite !Rmult_1_l. split; apply exact_operand, UT.
  - split; [apply exact_sum|]. split; [lia|]. split; [lia|].
    split; [apply exact_rounding; [exact UT|lia]|apply twice_exact, UT].
Qed.

Definition none : A_subset := fun _ => false.

Lemma none_counts : forall n, L_visible_count none n = 0%Z.
Proof.
  intro n. unfold L_visible_count. induction (Z.to_nat n) as [|k IH]; [reflexivity|]. cbn. rewrite IH. reflexivity.
Qed.

Lemma nothing_summed : forall u t x k, (0 <= k)%Z -> P_terms_summed u t x 0 k 0.
Proof.
  intros u t x k K. exists 0%Z, 0%Z. split; [exact K|]. split; [lia|]. exists nil. split; [apply Permutation_refl|].
  split; [intros term []|apply partial_none].
Qed.

Lemma no_quotients : forall u t c v n k, (0 <= k)%Z ->
  P_quotients_summed u t (L_visible_of none n c) (L_visible_of none n v) (L_visible_count none n) k 1 0.
Proof.
  intros u t c v n k K. rewrite none_counts. split; [lra|]. left. exists 0. split; [|unfold Rdiv; ring].
  exists (fun _ => 0), (fun _ => 0). split; [intros j J; lia|]. apply nothing_summed, K.
Qed.

Lemma no_numerator : forall u t scale q k v n d steps, P_is_roundings u t -> (0 <= d)%Z -> (0 <= steps)%Z ->
  P_linear_numerator u t scale q k v none n d steps 0.
Proof.
  intros u t scale q k v n d steps UT D S. exists (fun _ => 0). split; [rewrite none_counts; intros j J; lia|].
  exists 1, 1, scale, q, (fun _ => 0), 0%Z, 0%Z, (sum_below (fun f => q f * 0) d), (sum_below (fun f => q f * 0) d).
  assert (Z : sum_below (fun f => q f * 0) d = 0).
  { rewrite (sum_same d _ (fun _ => 0 * 0)) by (intros; ring). rewrite sum_factor. ring. }
  split; [apply scale_behind, UT|]. split.
  - intros f _. split; [rewrite Rmult_1_l; apply exact_operand, UT|].
    exists (fun _ => 0), 0, 0. rewrite none_counts. split; [intros j J; lia|]. split; [apply nothing_summed, S|].
    split; apply exact_rounding; try exact UT; lia.
  - split; [apply exact_sum|]. split; [lia|]. split; [lia|].
    split; [apply exact_rounding; [exact UT|lia]|]. rewrite Z, Rmult_0_r. apply twice_exact, UT.
Qed.
