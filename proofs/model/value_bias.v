(* value_bias.v - the meaning of the output with a value bias. *)
From Coq Require Import Reals.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_with_value_bias (o b : A_seq) : A_seq := fun c => o c + b c.
