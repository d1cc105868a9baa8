(* scaled.v - the meaning of weights times a number. *)
From Coq Require Import Reals.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_scaled_weights (w : A_seq) (alpha : R) : A_seq := fun j => alpha * w j.
