(* visible_math.v - the keys that a query sees are as many as they are counted, each once, and sums over them are those
   of the row. *)
From Coq Require Import Reals ZArith Lia Bool.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total operators visible.
Open Scope R_scope.

Lemma count_grows : forall m k n, (k <= n)%nat -> (0 <= count_below m k <= count_below m n)%Z.
Proof.
  intros m k n L. assert (N : forall j, (0 <= count_below m j)%Z).
  { induction j as [|j IH]; simpl; [lia|]. destruct (m (Z.of_nat j)); lia. }
  split; [apply N|]. induction L as [|n L IH]; [lia|]. simpl. destruct (m (Z.of_nat n)); lia.
Qed.

Lemma count_after : forall m k n, (k < n)%nat -> m (Z.of_nat k) = true -> (count_below m k < count_below m n)%Z.
Proof.
  intros m k n L M. assert (G := count_grows m (S k) n L). simpl in G. rewrite M in G. lia.
Qed.

(* the key of a number is visible, and has this number *)
Lemma place_of_number : forall m n i, (0 <= i < count_below m n)%Z ->
  (0 <= place_below m n i < Z.of_nat n)%Z /\ m (place_below m n i) = true /\
  count_below m (Z.to_nat (place_below m n i)) = i.
Proof.
  intros m n i. induction n as [|n IH]; simpl; intro I; [lia|].
  destruct (m (Z.of_nat n)) eqn:M; simpl.
  - destruct (Z.eqb_spec i (count_below m n)) as [E|D].
    + rewrite Nat2Z.id. repeat split; [lia|lia|exact M|congruence].
    + specialize (IH ltac:(lia)). destruct IH as (A & B & C). repeat split; [lia|lia|exact B|exact C].
  - specialize (IH ltac:(lia)). destruct IH as (A & B & C). repeat split; [lia|lia|exact B|exact C].
Qed.

(* and a key that is visible has its place *)
Lemma number_of_place : forall m n k, (k < n)%nat -> m (Z.of_nat k) = true ->
  place_below m n (count_below m k) = Z.of_nat k.
Proof.
  intros m n k. induction n as [|n IH]; intros L M; [lia|]. simpl.
  destruct (Nat.eq_dec k n) as [->|D]; [rewrite M, Z.eqb_refl; reflexivity|].
  assert (L' : (k < n)%nat) by lia. assert (A := count_after m k n L' M).
  destruct (Z.eqb_spec (count_below m k) (count_below m n)); [lia|]. rewrite andb_false_r. apply IH; assumption.
Qed.

Lemma total_of_same : forall f g n, (forall i, (0 <= i < Z.of_nat n)%Z -> f i = g i) -> total f n = total g n.
Proof.
  intros f g n H. induction n as [|n IH]; [reflexivity|]. simpl.
  rewrite IH, H by (intros; try apply H; lia). reflexivity.
Qed.

Lemma total_of_visible : forall f m n,
  total (fun i => f (place_below m n i)) (Z.to_nat (count_below m n)) = total (fun j => if m j then f j else 0) n.
Proof.
  intros f m n. induction n as [|n IH]; [reflexivity|].
  assert (C := count_grows m n n (le_n n)). simpl. destruct (m (Z.of_nat n)) eqn:M; simpl.
  - replace (Z.to_nat (count_below m n + 1)) with (S (Z.to_nat (count_below m n))) by lia. simpl.
    rewrite Z2Nat.id by lia.
    rewrite Z.eqb_refl. f_equal. rewrite <- IH. apply total_of_same. intros i I.
    destruct (Z.eqb_spec i (count_below m n)); [lia|reflexivity].
  - rewrite Z.add_0_r, Rplus_0_r. exact IH.
Qed.

Lemma sum_of_visible : forall f m n,
  sum_below (L_visible_of m n f) (L_visible_count m n) = sum_below (fun j => if m j then f j else 0) n.
Proof. intros f m n. apply total_of_visible. Qed.

(* ---- the same of integers ---- *)

Definition place (m : A_subset) (n i : Z) : Z := place_below m (Z.to_nat n) i.

Lemma key_of_number : forall m n i, (0 <= i < L_visible_count m n)%Z ->
  (0 <= place m n i < n)%Z /\ m (place m n i) = true /\ L_visible_count m (place m n i) = i.
Proof.
  intros m n i I. destruct (place_of_number m (Z.to_nat n) i I) as (A & B & C). unfold place, L_visible_count.
  repeat split; [lia|lia|exact B|exact C].
Qed.

Lemma number_of_key : forall m n j, (0 <= j < n)%Z -> m j = true ->
  (0 <= L_visible_count m j < L_visible_count m n)%Z /\ place m n (L_visible_count m j) = j.
Proof.
  intros m n j J M. unfold place, L_visible_count. assert (L : (Z.to_nat j < Z.to_nat n)%nat) by lia.
  rewrite <- (Z2Nat.id j) in M by lia. assert (A := count_after m _ _ L M).
  assert (B := count_grows m (Z.to_nat j) (Z.to_nat j) (le_n _)). assert (C := number_of_place m _ _ L M).
  rewrite Z2Nat.id in C by lia. split; [lia|exact C].
Qed.

(* a sum over the numbers is one over the keys that are visible *)
Lemma sum_over_visible : forall (f g : Z -> R) (m : A_subset) n,
  (forall i, (0 <= i < L_visible_count m n)%Z -> g i = f (place m n i)) ->
  sum_below (fun i => if (fun _ => true) i then g i else 0) (L_visible_count m n) =
  sum_below (fun j => if m j then f j else 0) n.
Proof.
  intros f g m n H. rewrite <- (sum_of_visible f m n). unfold sum_below. apply total_of_same. intros i I.
  rewrite H by (assert (C := count_grows m (Z.to_nat n) (Z.to_nat n) (le_n _)); unfold L_visible_count in *; lia).
  reflexivity.
Qed.
