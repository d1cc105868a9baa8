(* distance.v - the meaning of the row of a clipped distance. *)
From Coq Require Import ZArith.

Definition L_clipped_row (distance reach : Z) : Z := (Z.max (- reach) (Z.min reach distance) + reach)%Z.
