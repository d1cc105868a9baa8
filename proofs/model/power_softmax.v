(* power_softmax.v - the meaning of the softmax with a p-norm in its denominator. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_powered (x : A_seq) (m : A_subset) (p shift : R) (n : Z) : R :=
  sum_below (fun j => if m j then exp (p * (x j - shift)) else 0) n.
Definition L_powered_exponentials (x : A_seq) (m : A_subset) (p shift : R) : A_seq :=
  fun i => if m i then exp (p * (x i - shift)) else 0.
Definition L_power_softmax (x : A_seq) (m : A_subset) (p : R) (n : Z) : A_seq :=
  fun i => if m i then exp (x i) / Rpower (L_powered x m p 0 n) (1 / p) else 0.
Definition L_sum_of_powers (a : A_seq) (m : A_subset) (p : R) (n : Z) : R :=
  sum_below (fun j => if m j then Rpower (a j) p else 0) n.
