(* sink_softmax.v - the meaning of the softmax with a sink in its denominator. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_sink_softmax (x : A_seq) (m : A_subset) (n : Z) (sink : R) : A_seq :=
  fun i => if m i then exp (x i) / (L_exponentials x m 0 n + exp sink) else 0.
Definition L_sink_weight (x : A_seq) (m : A_subset) (n : Z) (sink : R) : R :=
  exp sink / (L_exponentials x m 0 n + exp sink).
