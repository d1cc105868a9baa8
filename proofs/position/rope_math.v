(* rope_math.v - products of vectors whose pairs are turned, pair by pair. *)
From Coq Require Import Reals ZArith Lia Lra Bool.
From Plumbline.model Require Import sequence angle rotation angles.
From Plumbline.number Require Import sequence_math angle_math.
From Plumbline.position Require Import rotation_math.
Open Scope R_scope.

(* ---- sums, cut into pairs ---- *)

Lemma sum_same : forall f g n, (forall i, (0 <= i < n)%Z -> f i = g i) -> sum_below f n = sum_below g n.
Proof.
  intros f g n. destruct (Z_lt_le_dec n 0) as [N|N].
  - unfold sum_below. destruct n; [lia|lia|reflexivity].
  - revert n N. apply (natlike_ind (fun n => (forall i, (0 <= i < n)%Z -> f i = g i) -> sum_below f n = sum_below g n)).
    + reflexivity.
    + intros n N IH S. unfold Z.succ. rewrite Z.add_comm, !sum_below_next by exact N.
      rewrite IH by (intros i I; apply S; lia). rewrite (S n) by lia. reflexivity.
Qed.

Lemma sum_cut : forall f a b, (0 <= a)%Z -> (0 <= b)%Z ->
  sum_below f (a + b) = sum_below f a + sum_below (fun i => f (a + i)%Z) b.
Proof.
  intros f a b A. revert b. apply natlike_ind.
  - rewrite Z.add_0_r. unfold sum_below at 3. simpl. ring.
  - intros b B IH. replace (a + Z.succ b)%Z with (1 + (a + b))%Z by lia. unfold Z.succ. rewrite (Z.add_comm b 1).
    rewrite !sum_below_next by lia. rewrite IH. ring.
Qed.

Lemma sum_plus : forall f g n, (0 <= n)%Z -> sum_below (fun i => f i + g i) n = sum_below f n + sum_below g n.
Proof.
  intros f g. apply natlike_ind.
  - unfold sum_below. simpl. ring.
  - intros n N IH. unfold Z.succ. rewrite Z.add_comm, !sum_below_next, IH by exact N. ring.
Qed.

Lemma sum_times : forall f c n, (0 <= n)%Z -> sum_below (fun i => c * f i) n = c * sum_below f n.
Proof.
  intros f c. apply natlike_ind.
  - unfold sum_below. simpl. ring.
  - intros n N IH. unfold Z.succ. rewrite Z.add_comm, !sum_below_next, IH by exact N. ring.
Qed.

Lemma sum_of_halves : forall f pairs, (0 <= pairs)%Z ->
  sum_below f (2 * pairs) = sum_below (fun m => f m + f (m + pairs)%Z) pairs.
Proof.
  intros f pairs P. replace (2 * pairs)%Z with (pairs + pairs)%Z by ring. rewrite sum_cut, sum_plus by exact P.
  f_equal. apply sum_same. intros i I. f_equal. ring.
Qed.

Lemma sum_of_adjacent : forall f pairs, (0 <= pairs)%Z ->
  sum_below f (2 * pairs) = sum_below (fun m => f (2 * m)%Z + f (2 * m + 1)%Z) pairs.
Proof.
  intros f. apply natlike_ind.
  - reflexivity.
  - intros n N IH. replace (2 * Z.succ n)%Z with (1 + (1 + 2 * n))%Z by lia. unfold Z.succ. rewrite (Z.add_comm n 1).
    rewrite !sum_below_next, IH by lia. rewrite (Z.add_comm 1 (2 * n)). ring.
Qed.

Lemma sum_of_sources : forall f layout pairs, (0 <= pairs)%Z ->
  sum_below f (2 * pairs) = sum_below (fun m => f (first_source layout pairs m) +
    f (second_source layout pairs m)) pairs.
Proof.
  intros f layout pairs P. unfold first_source, second_source.
  destruct (layout =? 0)%Z; [apply sum_of_halves|apply sum_of_adjacent]; exact P.
Qed.

Lemma sum_of_targets : forall f layout pairs, (0 <= pairs)%Z ->
  sum_below f (2 * pairs) = sum_below (fun m => f (first_target layout pairs m) +
    f (second_target layout pairs m)) pairs.
Proof.
  intros f layout pairs P. unfold first_target, second_target.
  destruct (layout =? 1)%Z; [apply sum_of_adjacent|apply sum_of_halves]; exact P.
Qed.

(* ---- products ---- *)

(* what the two vectors have in common in pair m, and how they cross *)
Definition common (q k : A_seq) (layout pairs m : Z) : R :=
  q (first_source layout pairs m) * k (first_source layout pairs m) + q (second_source layout pairs m) * k
    (second_source layout pairs m).
Definition crossing (q k : A_seq) (layout pairs m : Z) : R :=
  q (first_source layout pairs m) * k (second_source layout pairs m) -
    q (second_source layout pairs m) * k (first_source layout pairs m).
Definition beyond (q k : A_seq) (pairs d : Z) : R :=
  sum_below (fun i => q (2 * pairs + i)%Z * k (2 * pairs + i)%Z) (d - 2 * pairs).

Lemma dots_by_pairs : forall q k layout pairs d, (0 <= pairs)%Z -> (2 * pairs <= d)%Z ->
  L_dots q k d = sum_below (common q k layout pairs) pairs + beyond q k pairs d.
Proof.
  intros q k layout pairs d P D. unfold L_dots. replace d with (2 * pairs + (d - 2 * pairs))%Z at 1 by ring.
  rewrite sum_cut, (sum_of_sources _ layout) by lia. reflexivity.
Qed.

Lemma dots_of_rotated : forall q qc qs k kc ks layout pairs d, (0 <= pairs)%Z -> (2 * pairs <= d)%Z ->
  L_dots (L_rotated q qc qs layout pairs) (L_rotated k kc ks layout pairs) d =
  sum_below (fun m => common q k layout pairs m * (qc m * kc m + qs m * ks m) +
                      crossing q k layout pairs m * (qs m * kc m - qc m * ks m)) pairs + beyond q k pairs d.
Proof.
  intros q qc qs k kc ks layout pairs d P D. unfold L_dots. replace d with (2 * pairs + (d - 2 * pairs))%Z at 1 by ring.
  rewrite sum_cut, (sum_of_targets _ layout) by lia. f_equal.
  - apply sum_same. intros m M. rewrite !rotated_first, !rotated_second by exact M. unfold common, crossing. ring.
  - apply sum_same. intros i I. rewrite !rotated_beyond by lia. reflexivity.
Qed.

(* ---- the angles of two positions ---- *)

Lemma turns_along : forall t p j a b m,
  L_rotary_cosines t p a m * L_rotary_cosines t j b m + L_rotary_sines t p a m * L_rotary_sines t j b m =
  a * b * L_turn_cosine (t m * IZR (p - j)).
Proof.
  intros. unfold L_rotary_cosines, L_rotary_sines, L_turn_cosine, L_turn_sine. rewrite minus_IZR.
  replace (2 * PI * (t m * (IZR p - IZR j))) with (2 * PI * (t m * IZR p) - 2 * PI * (t m * IZR j)) by ring.
  rewrite cos_minus. ring.
Qed.

Lemma turns_across : forall t p j a b m,
  L_rotary_sines t p a m * L_rotary_cosines t j b m - L_rotary_cosines t p a m * L_rotary_sines t j b m =
  a * b * L_turn_sine (t m * IZR (p - j)).
Proof.
  intros. unfold L_rotary_cosines, L_rotary_sines, L_turn_cosine, L_turn_sine. rewrite minus_IZR.
  replace (2 * PI * (t m * (IZR p - IZR j))) with (2 * PI * (t m * IZR p) - 2 * PI * (t m * IZR j)) by ring.
  rewrite sin_minus. ring.
Qed.

Lemma no_turn : forall t, L_turn_cosine (t * IZR 0) = 1 /\ L_turn_sine (t * IZR 0) = 0.
Proof.
  intro t. unfold L_turn_cosine, L_turn_sine. replace (2 * PI * (t * IZR 0)) with 0 by (simpl; ring).
  split; [apply cos_0|apply sin_0].
Qed.

Definition positioned (x t : A_seq) (p : Z) (a : R) (layout pairs : Z) : A_seq :=
  L_rotated x (L_rotary_cosines t p a) (L_rotary_sines t p a) layout pairs.

Lemma dots_of_positioned : forall q k t p j a b layout pairs d, (0 <= pairs)%Z -> (2 * pairs <= d)%Z ->
  L_dots (positioned q t p a layout pairs) (positioned k t j b layout pairs) d =
  sum_below (fun m => a * b * (common q k layout pairs m * L_turn_cosine (t m * IZR (p - j)) +
                               crossing q k layout pairs m * L_turn_sine (t m * IZR (p - j)))) pairs +
                                 beyond q k pairs d.
Proof.
  intros q k t p j a b layout pairs d P D. unfold positioned. rewrite dots_of_rotated by assumption. f_equal.
  apply sum_same. intros m M. rewrite turns_along, turns_across. ring.
Qed.

Lemma dots_at_one_position : forall q k t p a layout pairs d, (0 <= pairs)%Z -> (2 * pairs <= d)%Z ->
  L_dots (positioned q t p a layout pairs) (positioned k t p a layout pairs) d =
  a * a * sum_below (common q k layout pairs) pairs + beyond q k pairs d.
Proof.
  intros. rewrite dots_of_positioned by assumption. f_equal. rewrite <- sum_times by assumption. apply sum_same.
  intros m M.
  rewrite Z.sub_diag. destruct (no_turn (t m)) as (C & S). rewrite C, S. ring.
Qed.

(* ---- single elements ---- *)

Lemma element_of_pair : forall layout pairs e, (0 <= e < 2 * pairs)%Z ->
  exists m, (0 <= m < pairs)%Z /\ (e = first_target layout pairs m \/ e = second_target layout pairs m).
Proof.
  intros layout pairs e E. unfold first_target, second_target. destruct (layout =? 1)%Z.
  - exists (e / 2)%Z. pose proof (Z.div_mod e 2). pose proof (Z.mod_pos_bound e 2). lia.
  - destruct (Z_lt_le_dec e pairs) as [L|G]; [exists e|exists (e - pairs)%Z]; lia.
Qed.

(* layouts whose pairs stay in their places *)
Lemma stays : forall layout pairs m, layout = 0%Z \/ layout = 1%Z ->
  first_source layout pairs m = first_target layout pairs m /\ second_source layout pairs m =
    second_target layout pairs m.
Proof. intros layout pairs m [L|L]; rewrite L; split; reflexivity. Qed.

Lemma positioned_twice : forall x t p j a b layout pairs e, layout = 0%Z \/ layout = 1%Z -> (0 <= e < 2 * pairs)%Z ->
  positioned (positioned x t p a layout pairs) t j b layout pairs e = positioned x t (p + j) (a * b) layout pairs e.
Proof.
  intros x t p j a b layout pairs e L E. destruct (element_of_pair layout pairs e E) as (m & M & T).
  destruct (stays layout pairs m L) as (F & S). unfold positioned at 1 3.
  assert (C : L_rotary_cosines t (p + j) (a * b) m =
    L_rotary_cosines t p a m * L_rotary_cosines t j b m - L_rotary_sines t p a m * L_rotary_sines t j b m).
  { unfold L_rotary_cosines, L_rotary_sines, L_turn_cosine, L_turn_sine. rewrite plus_IZR.
    replace (2 * PI * (t m * (IZR p + IZR j))) with (2 * PI * (t m * IZR p) + 2 * PI * (t m * IZR j)) by ring.
    rewrite cos_plus. ring. }
  assert (N : L_rotary_sines t (p + j) (a * b) m =
    L_rotary_sines t p a m * L_rotary_cosines t j b m + L_rotary_cosines t p a m * L_rotary_sines t j b m).
  { unfold L_rotary_cosines, L_rotary_sines, L_turn_cosine, L_turn_sine. rewrite plus_IZR.
    replace (2 * PI * (t m * (IZR p + IZR j))) with (2 * PI * (t m * IZR p) + 2 * PI * (t m * IZR j)) by ring.
    rewrite sin_plus. ring. }
  destruct T as [T|T]; rewrite T.
  - rewrite !(rotated_first _ _ _ _ _ _ M), C, N, F, S. unfold positioned.
    rewrite rotated_first, rotated_second, F, S by exact M. ring.
  - rewrite !(rotated_second _ _ _ _ _ _ M), C, N, F, S. unfold positioned.
    rewrite rotated_first, rotated_second, F, S by exact M. ring.
Qed.

Lemma positioned_at_zero : forall x t layout pairs e, layout = 0%Z \/ layout = 1%Z -> (0 <= e)%Z ->
  positioned x t 0 1 layout pairs e = x e.
Proof.
  intros x t layout pairs e L E. unfold positioned. destruct (Z_lt_le_dec e (2 * pairs)) as [I|I].
  - destruct (element_of_pair layout pairs e (conj E I)) as (m & M & T). destruct (stays layout pairs m L) as (F & S).
    destruct (no_turn (t m)) as (C & N).
    destruct T as [T|T]; rewrite T; [rewrite (rotated_first _ _ _ _ _ _ M)|rewrite (rotated_second _ _ _ _ _ _ M)];
      unfold L_rotary_cosines, L_rotary_sines; rewrite C, N, F, S; ring.
  - apply rotated_beyond, I.
Qed.

Lemma dots_by_difference : forall q k t p j layout pairs d, layout = 0%Z \/ layout = 1%Z -> (0 <= pairs)%Z ->
  (2 * pairs <= d)%Z ->
  L_dots (positioned q t p 1 layout pairs) (positioned k t j 1 layout pairs) d =
  L_dots (positioned q t (p - j) 1 layout pairs) k d.
Proof.
  intros q k t p j layout pairs d L P D.
  transitivity (L_dots (positioned q t (p - j) 1 layout pairs) (positioned k t 0 1 layout pairs) d).
  - rewrite !dots_of_positioned by assumption. rewrite Z.sub_0_r. reflexivity.
  - unfold L_dots. apply sum_same. intros i I. rewrite (positioned_at_zero k) by (assumption || lia). reflexivity.
Qed.

Lemma pair_length : forall x t p a layout pairs m, (0 <= m < pairs)%Z ->
  positioned x t p a layout pairs (first_target layout pairs m) * positioned x t p a layout pairs
    (first_target layout pairs m) +
  positioned x t p a layout pairs (second_target layout pairs m) * positioned x t p a layout pairs
    (second_target layout pairs m) =
  a * a * (x (first_source layout pairs m) * x (first_source layout pairs m) +
    x (second_source layout pairs m) * x (second_source layout pairs m)).
Proof.
  intros x t p a layout pairs m M. unfold positioned. rewrite rotated_first, rotated_second by exact M.
  assert (U := turns_along t p p a a m). rewrite Z.sub_diag, (proj1 (no_turn (t m))), Rmult_1_r in U. rewrite <- U.
  ring.
Qed.

Lemma turned_backward : forall t u p w, u = IZR w - t ->
  L_turn_cosine (u * IZR p) = L_turn_cosine (t * IZR (- p)) /\ L_turn_sine (u * IZR p) = L_turn_sine (t * IZR (- p)).
Proof.
  intros t u p w U. unfold L_turn_cosine, L_turn_sine. rewrite U, opp_IZR.
  replace (2 * PI * ((IZR w - t) * IZR p)) with (2 * PI * (t * - IZR p) + 2 * IZR (w * p) * PI)
    by (rewrite mult_IZR; ring).
  rewrite cosine_whole, sine_whole. split; reflexivity.
Qed.
