(* backward_in_steps_math.v - sums and differences of a backward pass, step by step, are those of the definitions. *)
From Coq Require Import Reals ZArith List Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum engine products gradient_sum.
From Plumbline.compare Require Import rounded_sum_math sums_math.
From Plumbline.budget Require Import step_by_step_math gradient_sum_math.
Import ListNotations.
Open Scope R_scope.

(* ---- sums ---- *)
Lemma terms_in_order : forall u t (x q s : A_seq) n, (0 <= n)%Z -> s 0%Z = 0 ->
  (forall i, (0 <= i < n)%Z -> rounded_at u t ACCUMULATE (x i) (q i) /\
    rounded_at u t ACCUMULATE (s i + q i) (s (i + 1)%Z)) ->
  P_terms_summed u t x n (n + 8) (s n).
Proof.
  intros u t x q s n N S0 H. rewrite <- (Z2Nat.id n N) in H.
  destruct (partial_in_order _ _ x q s _ S0 H) as (depth & D & P). apply sum_of_terms in P.
  rewrite (Z2Nat.id n N) in D, P. exists depth, (2 * n)%Z. split; [lia|]. split; [lia|exact P].
Qed.

(* one tile holds them all *)
Lemma one_tile : forall u t c (p w : A_seq) n k s, P_terms_summed u t (fun j => p j * w j) n k s ->
  P_tiles_summed u t 0 c p w n k 0 s.
Proof.
  intros u t c p w n k s S. exists (fun _ => 0%Z), (fun _ => s), (fun _ => s), 0%Z, 0%Z.
  split; [intros j _; lia|]. split.
  { intros b B. replace b with 0%Z by lia. split; [exact S|right; split; reflexivity]. }
  split; [lia|]. split; [lia|].
  exact (sum_of_terms _ _ 0 (fun _ => s) 1 0 0 0 s (partial_term _ _ 0 (fun _ => s) 0)).
Qed.

(* terms that are added one after the other, and rounded each time *)
Lemma added_in_order : forall u t (x s : Z -> R) n, s 0%Z = 0 ->
  (forall i, (0 <= i < Z.of_nat n)%Z -> near_rounded u t (s i + x i) (s (i + 1)%Z)) ->
  exists depth, (0 <= depth <= Z.of_nat n)%Z /\
    partial u t 0 x (terms_below n) depth (Z.of_nat n) 0 (s (Z.of_nat n)).
Proof.
  intros u t x s n S0. induction n as [|n IH]; intro H.
  - exists 0%Z. split; [lia|]. simpl. rewrite S0. apply partial_none.
  - destruct IH as (depth & D & P); [intros i I; apply H; lia|]. assert (SN := H (Z.of_nat n) ltac:(lia)).
    assert (J := partial_joined u t 0 x _ _ _ _ _ _ _ _ _ _ P (partial_term u t 0 x (Z.of_nat n))).
    assert (Q := partial_rounded u t 0 x _ _ _ _ _ _ J SN).
    exists (Z.max depth 0 + 1)%Z. split; [lia|]. rewrite terms_next. rewrite Z.max_id in Q.
    replace (Z.of_nat (S n)) with (Z.of_nat n + 0 + 1)%Z at 1 by lia.
    replace (Z.of_nat (S n)) with (Z.of_nat n + 1)%Z by lia. exact Q.
Qed.

(* tiles of neighbours, the last of which may be short *)
Definition in_neighbours (width b : Z) (f : A_seq) : A_seq := fun i => if (i / width =? b)%Z then f i else 0.

Lemma tiles_in_order : forall u t (p w tile whole : A_seq) width n k r, P_is_roundings u t ->
  (0 < width)%Z -> (0 <= n <= r * width)%Z -> (0 <= k)%Z -> whole 0%Z = 0 ->
  (forall b, (0 <= b < r)%Z ->
    P_terms_summed u t (in_neighbours width b (fun i => p i * w i)) n k (tile b) /\
    exists sum, rounded_at u t ACCUMULATE (whole b + tile b) sum /\ rounded_at u t OUTPUT sum (whole (b + 1)%Z)) ->
  P_tiles_summed u t 0 1 p w n k r (whole r).
Proof.
  intros u t p w tile whole width n k r UT W (N0 & N) K W0 H.
  assert (R0 : (0 <= r)%Z) by nia.
  set (all := fun b => if (b <? r)%Z then tile b else 0).
  destruct (added_in_order (L_compound (u ACCUMULATE) (u OUTPUT)) (t ACCUMULATE * (1 + u OUTPUT) + t OUTPUT) all whole
    (Z.to_nat r) W0) as (depth & D & P).
  { rewrite Z2Nat.id by exact R0. intros b (B0 & B1). destruct (H b (conj B0 B1)) as (_ & sum & S & T).
    unfold all. rewrite (proj2 (Z.ltb_lt b r) B1).
    exact (compound_rounded _ _ _ _ _ _ _ (proj1 (UT OUTPUT ltac:(lia))) S T). }
  rewrite Z2Nat.id in D, P by exact R0.
  exists (fun j => j / width)%Z, all, all, depth, r. split.
  { intros j (J0 & J1). split; [apply Z.div_pos; lia|]. apply Z.lt_le_incl, Z.div_lt_upper_bound; lia. }
  split.
  { intros b (B0 & B1). split; [|right; split; reflexivity]. unfold all. destruct (Z.ltb_spec b r) as [L|L].
    - apply (H b (conj B0 L)).
    - exists 0%Z, 0%Z. split; [lia|]. split; [lia|].
      assert (NONE : forall i, (0 <= i < Z.of_nat (Z.to_nat n))%Z ->
        (fun j => if (j / width =? b)%Z then p j * w j else 0) i = 0).
      { intros i I. rewrite Z2Nat.id in I by exact N0. cbv beta. destruct (Z.eqb_spec (i / width) b); [|reflexivity].
        exfalso. assert (i / width < r)%Z by (apply Z.div_lt_upper_bound; lia). lia. }
      assert (Q := sum_of_terms _ _ 0 _ _ _ _ _ _ (partial_of_none (u ACCUMULATE) (t ACCUMULATE) _ _ NONE)).
      rewrite Z2Nat.id in Q by exact N0. exact Q. }
  split; [lia|]. split; [lia|].
  assert (J := partial_joined _ _ 0 all _ _ _ _ _ _ _ _ _ _ P (partial_term _ _ 0 all (Z.of_nat (Z.to_nat r)))).
  rewrite <- terms_next in J. apply sum_of_terms in J.
  replace (Z.of_nat (S (Z.to_nat r))) with (r + 1)%Z in J by lia.
  replace (whole r + all (Z.of_nat (Z.to_nat r))) with (whole r) in J
    by (rewrite Z2Nat.id by exact R0; unfold all; rewrite Z.ltb_irrefl; ring).
  replace (Z.max depth 0) with depth in J by lia. replace (r + 0)%Z with r in J by ring. exact J.
Qed.

(* ---- differences ---- *)
Definition sizes (g d l : R) : R := Rabs g + Rabs d + Rabs l.
Definition weighed (e f p g d l s : R) : Prop := Rabs (s - p * (g - d + l)) <=
  compound e e * (Rabs p * sizes g d l) + 4 * ((1 + e) * f) * (1 + Rabs p).

Ltac positive_products := repeat match goal with
  | |- 0 <= _ * _ => apply Rmult_le_pos
  | |- 0 <= Rabs _ => apply Rabs_pos
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat
  end; try assumption; try lra.

Lemma weighed_of_difference : forall e f p g d l c, 0 <= e -> 0 <= f ->
  Rabs (c - (g - d + l)) <= compound e e * sizes g d l + 2 * ((1 + e) * f) -> weighed e f p g d l (p * c).
Proof.
  intros e f p g d l c E F C. unfold weighed. replace (p * c - p * (g - d + l)) with (p * (c - (g - d + l))) by ring.
  rewrite Rabs_mult. assert (P := Rabs_pos p).
  assert (M : Rabs p * Rabs (c - (g - d + l)) <= Rabs p * (compound e e * sizes g d l + 2 * ((1 + e) * f)))
    by (apply Rmult_le_compat_l; assumption).
  assert (0 <= (1 + e) * f) by positive_products.
  assert (0 <= Rabs p * ((1 + e) * f)) by positive_products. lra.
Qed.

Lemma difference_of_rest : forall e f g d l a c, 0 <= e -> 0 <= f -> near_rounded e f (d - l) a ->
  near_rounded e f (g - a) c -> Rabs (c - (g - d + l)) <= compound e e * sizes g d l + 2 * ((1 + e) * f).
Proof.
  unfold near_rounded, L_compound, sizes. intros e f g d l a c E F A C.
  assert (G := Rabs_pos g). assert (D := Rabs_pos d). assert (L := Rabs_pos l).
  assert (A1 : e * Rabs (d - l) <= e * (Rabs d + Rabs l)).
  { apply Rmult_le_compat_l; [exact E|]. unfold Rminus. eapply Rle_trans; [apply Rabs_triang|].
    rewrite Rabs_Ropp. lra. }
  assert (A2 : Rabs (g - a) <= Rabs g + (Rabs d + Rabs l) + (e * (Rabs d + Rabs l) + f)).
  { replace (g - a) with (g + (- d + (l + - (a - (d - l))))) by ring.
    repeat (eapply Rle_trans; [apply Rabs_triang|]; rewrite ?Rabs_Ropp, Rplus_assoc; apply Rplus_le_compat_l).
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  assert (A3 : e * Rabs (g - a) <= e * (Rabs g + (Rabs d + Rabs l) + (e * (Rabs d + Rabs l) + f)))
    by (apply Rmult_le_compat_l; assumption).
  replace (c - (g - d + l)) with ((c - (g - a)) + - (a - (d - l))) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
  assert (0 <= e * Rabs g) by positive_products. assert (0 <= e * (e * Rabs g)) by positive_products.
  assert (0 <= e * f) by positive_products. lra.
Qed.

Lemma difference_and_rest : forall e f g d l a c, 0 <= e -> 0 <= f -> near_rounded e f (g - d) a ->
  near_rounded e f (a + l) c -> Rabs (c - (g - d + l)) <= compound e e * sizes g d l + 2 * ((1 + e) * f).
Proof.
  unfold near_rounded, L_compound, sizes. intros e f g d l a c E F A C.
  assert (G := Rabs_pos g). assert (D := Rabs_pos d). assert (L := Rabs_pos l).
  assert (A1 : e * Rabs (g - d) <= e * (Rabs g + Rabs d)).
  { apply Rmult_le_compat_l; [exact E|]. unfold Rminus. eapply Rle_trans; [apply Rabs_triang|].
    rewrite Rabs_Ropp. lra. }
  assert (A2 : Rabs (a + l) <= Rabs l + (Rabs g + Rabs d) + (e * (Rabs g + Rabs d) + f)).
  { replace (a + l) with (l + (g + (- d + (a - (g - d))))) by ring.
    repeat (eapply Rle_trans; [apply Rabs_triang|]; rewrite ?Rabs_Ropp, Rplus_assoc; apply Rplus_le_compat_l).
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  assert (A3 : e * Rabs (a + l) <= e * (Rabs l + (Rabs g + Rabs d) + (e * (Rabs g + Rabs d) + f)))
    by (apply Rmult_le_compat_l; assumption).
  replace (c - (g - d + l)) with ((c - (a + l)) + (a - (g - d))) by ring.
  eapply Rle_trans; [apply Rabs_triang|].
  assert (0 <= e * Rabs l) by positive_products. assert (0 <= e * (e * Rabs l)) by positive_products.
  assert (0 <= e * f) by positive_products. lra.
Qed.

Lemma weighed_by_products : forall e f p g d l a b c k, 0 <= e -> 0 <= f -> near_rounded e f (p * g) a ->
  near_rounded e f (p * d) b -> near_rounded e f (a - b) c -> near_rounded e f (p * l) k ->
  weighed e f p g d l (c + k).
Proof.
  unfold near_rounded, weighed, sizes, L_compound. intros e f p g d l a b c k E F A B C K.
  rewrite Rabs_mult in A, B, K. assert (P := Rabs_pos p). assert (L := Rabs_pos l).
  set (pg := Rabs p * Rabs g) in *. set (pd := Rabs p * Rabs d) in *. set (pl := Rabs p * Rabs l) in *.
  assert (PL : 0 <= pl) by (unfold pl; positive_products).
  assert (S : Rabs (a - b) <= pg + pd + (e * pg + f) + (e * pd + f)).
  { replace (a - b) with (p * g + (- (p * d) + ((a - p * g) + - (b - p * d)))) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult. fold pg.
    assert (Rabs (- (p * d) + (a - p * g + - (b - p * d))) <= pd + ((e * pg + f) + (e * pd + f))).
    { eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, Rabs_mult. fold pd. apply Rplus_le_compat_l.
      eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
    lra. }
  assert (S1 : e * Rabs (a - b) <= e * (pg + pd + (e * pg + f) + (e * pd + f)))
    by (apply Rmult_le_compat_l; assumption).
  replace (c + k - p * (g - d + l)) with ((c - (a - b)) + ((a - p * g) + (- (b - p * d) + (k - p * l)))) by ring.
  eapply Rle_trans; [apply Rabs_triang|].
  assert (T : Rabs (a - p * g + (- (b - p * d) + (k - p * l))) <= (e * pg + f) + ((e * pd + f) + (e * pl + f))).
  { eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [exact A|].
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  replace (Rabs p * (Rabs g + Rabs d + Rabs l)) with (pg + pd + pl) by (unfold pg, pd, pl; ring).
  assert (0 <= e * pl) by positive_products. assert (0 <= e * (e * pl)) by positive_products.
  assert (0 <= e * f) by positive_products. assert (0 <= Rabs p * ((1 + e) * f)) by positive_products. lra.
Qed.

(* ---- what WP prints ---- *)
Lemma by_bound : forall a b c d, Rabs a <= c -> a = b -> c = d -> Rabs b <= d.
Proof. intros a b c d H A C. rewrite <- A, <- C. exact H. Qed.

Ltac from H := eapply by_bound; [exact H|ring|ring].

(* of what depends on whether a part of the scale is there *)
Ltac absent := split; [intros _; try reflexivity|let B := fresh in intros B; exfalso; apply B; reflexivity].
Ltac present := split; [let B := fresh in intros B; exfalso; vm_compute in B; discriminate B|intros _].
