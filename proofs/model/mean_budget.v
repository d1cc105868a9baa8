(* mean_budget.v - the meaning of what errors of exponents do to weights. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_growths (l : A_seq) : A_seq := fun j => exp (l j) - 1.
Definition L_shrinkages (l : A_seq) : A_seq := fun j => 1 - exp (- l j).
