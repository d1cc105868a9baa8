(* elu.v - the meaning of elu(x) + 1 and of the weights that it makes. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_elu_plus_one (x : R) : R := if Rlt_dec 0 x then x + 1 else exp x.
Definition L_elu_weights (x : A_seq) (m : A_subset) : A_seq :=
  fun i => if m i then L_elu_plus_one (x i) else 0.
