(* relu.v - the meaning of the weights that the rectified linear unit makes, and of their squares. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_relu_weights (x : A_seq) (m : A_subset) (squared : Z) : A_seq :=
  fun i => if m i then if Z.eqb squared 0 then Rmax (x i) 0 else Rmax (x i) 0 * Rmax (x i) 0 else 0.
