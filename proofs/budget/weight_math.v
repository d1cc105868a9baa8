(* weight_math.v - of all keys one counts. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total indicator.
From Plumbline.compare Require Import sums_math.
Open Scope R_scope.

Lemma sum_of_one : forall n f i, key n i -> (forall j, key n j -> j <> i -> f j = 0) -> sum_below f n = f i.
Proof.
  intros n f i I Z. unfold sum_below.
  assert (A : forall k, (Z.of_nat k <= n)%Z -> total f k = if (i <? Z.of_nat k)%Z then f i else 0).
  { induction k as [|k IH]; intro K.
    - simpl. destruct (Z.ltb_spec i 0); [unfold key in I; lia|reflexivity].
    - simpl total. rewrite IH by lia. destruct (Z.eq_dec (Z.of_nat k) i) as [E|E].
      + rewrite E. destruct (Z.ltb_spec i i); [lia|]. destruct (Z.ltb_spec i (Z.of_nat (S k))); [ring|lia].
      + rewrite (Z (Z.of_nat k)) by (unfold key in *; lia).
        destruct (Z.ltb_spec i (Z.of_nat k)), (Z.ltb_spec i (Z.of_nat (S k))); try lia; ring. }
  unfold key in I. rewrite A by lia. rewrite Z2Nat.id by lia. destruct (Z.ltb_spec i n); [reflexivity|lia].
Qed.

Lemma visible_of_one : forall n (m : A_subset) f i, key n i -> m i = true ->
  L_visible_total (fun j => f j * L_indicator i j) m n = f i.
Proof.
  intros n m f i I M. unfold L_visible_total. rewrite (sum_of_one n _ i I).
  - rewrite M. unfold L_indicator. rewrite Z.eqb_refl. ring.
  - intros j J N. unfold L_indicator. destruct (Z.eqb_spec i j); [congruence|]. destruct (m j); ring.
Qed.
