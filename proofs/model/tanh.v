(* tanh.v - the meaning of the hyperbolic tangent and of the softcap. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_rtanh (x : R) : R := (exp x - exp (- x)) / (exp x + exp (- x)).
Definition L_rsoftcap (x c : R) : R := L_rtanh (x / c) * c.
Definition L_softcapped (x : A_seq) (c : R) : A_seq := fun i => L_rsoftcap (x i) c.
