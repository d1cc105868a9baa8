(* exponentials.v - the meaning of the shifted exponentials as a sequence. *)
From Coq Require Import Reals.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_shifted_exponentials (x : A_seq) (m : A_subset) (shift : R) : A_seq :=
  fun i => if m i then exp (x i - shift) else 0.
