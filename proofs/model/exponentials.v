(* exponentials.v - the meaning of the shifted exponentials as a sequence. *)
From Coq Require Import Reals.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_shifted_exponentials (x : A_seq) (shift : R) : A_seq := fun i => exp (x i - shift).
