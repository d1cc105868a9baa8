(* gate.v - the meaning of a gated output. *)
From Coq Require Import Reals.
From Plumbline.model Require Import sequence sigmoid.
Open Scope R_scope.

Definition L_gated (o g : A_seq) : A_seq := fun c => o c * L_rsigmoid (g c).
Definition L_head_gated (o : A_seq) (g : R) : A_seq := fun c => o c * L_rsigmoid g.
