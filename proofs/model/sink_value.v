(* sink_value.v - the meaning of the output with the sink's value. *)
From Coq Require Import Reals.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_with_sink_value (o : A_seq) (w : R) (v : A_seq) : A_seq := fun c => o c + w * v c.
