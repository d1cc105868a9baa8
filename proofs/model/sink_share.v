(* sink_share.v - the meaning of the mean of the weights of a key. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence normalised.
Open Scope R_scope.

Definition L_sink_share (w : A_seq) (n : Z) : R := L_total w n / IZR n.
