(* sums_of_rows.v - sums over rows and columns, in either order. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
From Plumbline.compare Require Import sums_math.
From Plumbline.position Require Import rope_math.
Open Scope R_scope.

Lemma place_from : forall i d c, (L_place i d 0 + c = L_place i d c)%Z.
Proof. intros i d c. unfold L_place. ring. Qed.
Lemma row_of_place : forall i d c, (0 <= c < d)%Z -> (L_place i d c / d = i)%Z.
Proof. intros i d c C. unfold L_place. rewrite Z.div_add_l, Z.div_small by lia. ring. Qed.
Lemma column_of_place : forall i d c, (0 <= c < d)%Z -> (L_place i d c mod d = c)%Z.
Proof. intros i d c C. unfold L_place. rewrite Z.add_comm, Z.mod_add, Z.mod_small by lia. reflexivity. Qed.

Lemma sum_exchange : forall (f : Z -> Z -> R) a b,
  sum_below (fun i => sum_below (fun j => f i j) b) a = sum_below (fun j => sum_below (fun i => f i j) a) b.
Proof.
  intros f a b. unfold sum_below at 1 4. induction (Z.to_nat a) as [|k IH]; simpl.
  - unfold sum_below. induction (Z.to_nat b) as [|q IQ]; simpl; [reflexivity|]. rewrite <- IQ. ring.
  - rewrite IH. rewrite <- sums_math.sum_plus. reflexivity.
Qed.

Lemma sum_in_rows : forall f rows d, (0 <= d)%Z -> (0 <= rows)%Z ->
  sum_below f (rows * d) = sum_below (fun i => sum_below (fun c => f (L_place i d c)) d) rows.
Proof.
  intros f rows d D. revert rows. apply natlike_ind.
  - reflexivity.
  - intros rows R IH. replace (Z.succ rows * d)%Z with (rows * d + d)%Z by ring. rewrite sum_cut by nia.
    unfold Z.succ. rewrite (Z.add_comm rows 1), Plumbline.number.sequence_math.sum_below_next by exact R.
    rewrite IH. reflexivity.
Qed.
