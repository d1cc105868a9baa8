(* softpick.v - the meaning of the rectified softmax. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_excess (x shift : R) : R := exp (x - shift) - exp (- shift).
Definition L_excesses (x : A_seq) (m : A_subset) (shift : R) (n : Z) : R :=
  sum_below (fun j => if m j then Rabs (L_excess (x j) shift) else 0) n.
Definition L_excess_sizes (x : A_seq) (m : A_subset) (shift : R) : A_seq :=
  fun i => if m i then Rabs (L_excess (x i) shift) else 0.
Definition P_vacant (m : A_subset) (n : Z) : Prop := forall i, (0 <= i < n)%Z -> m i = false.

(* the largest of x at 0 .. n-1 in m, if there is one *)
Fixpoint largest_below (x : A_seq) (m : A_subset) (n : nat) : option R :=
  match n with
  | O => None
  | S k =>
      let i := Z.of_nat k in
      if m i then Some (match largest_below x m k with None => x i | Some y => Rmax y (x i) end)
      else largest_below x m k
  end.
Definition L_largest (x : A_seq) (m : A_subset) (n : Z) : R :=
  match largest_below x m (Z.to_nat n) with None => 0 | Some y => y end.

Definition L_softpick (x : A_seq) (m : A_subset) (n : Z) (epsilon : R) : A_seq :=
  fun i => if m i then Rmax 0 (L_excess (x i) (L_largest x m n)) / (L_excesses x m (L_largest x m n) n +
    epsilon) else 0.
