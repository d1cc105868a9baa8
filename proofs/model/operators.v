(* operators.v - the meaning of the number of keys that a query sees. *)
From Coq Require Import ZArith.
From Plumbline.model Require Import sequence.

Fixpoint count_below (m : A_subset) (n : nat) : Z :=
  match n with
  | O => 0
  | S k => count_below m k + (if m (Z.of_nat k) then 1 else 0)
  end.
Definition L_visible_count (m : A_subset) (n : Z) : Z := count_below m (Z.to_nat n).
