(* indicator.v - the meaning of a sequence that is 1 at one place and 0 elsewhere. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_indicator (i : Z) : A_seq := fun j => if (i =? j)%Z then 1 else 0.
