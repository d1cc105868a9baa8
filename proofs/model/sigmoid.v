(* sigmoid.v - the meaning of the logistic sigmoid and of the weights that it makes. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_rsigmoid (x : R) : R := 1 / (1 + exp (- x)).
Definition L_sigmoid_weights (x : A_seq) (m : A_subset) : A_seq :=
  fun i => if m i then L_rsigmoid (x i) else 0.
