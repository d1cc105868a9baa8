(* learned.v - the meaning of a vector plus a row. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_with_row (x row : A_seq) : A_seq := fun e => x e + row e.
