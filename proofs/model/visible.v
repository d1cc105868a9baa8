(* visible_softmax.v - the keys that a query sees, in their order. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence operators.

(* the place of number i of the keys below n that are visible *)
Fixpoint place_below (m : A_subset) (n : nat) (i : Z) : Z :=
  match n with
  | O => 0
  | S k => if (m (Z.of_nat k) && (i =? count_below m k)%Z)%bool then Z.of_nat k else place_below m k i
  end.
Definition L_visible_of (m : A_subset) (n : Z) (x : A_seq) : A_seq := fun i => x (place_below m (Z.to_nat n) i).
