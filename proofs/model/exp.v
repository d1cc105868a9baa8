(* exp.v - the meaning of the steps of the exponential: proofs/number/exp_rounded.v. *)
From Coq Require Import Reals ZArith.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded.
Open Scope R_scope.

Definition L_exp_multiple (x : R) : R := exp_k x.
Definition L_exp_reduced (x : R) : R := exp_r x.
Definition L_exp_polynomial (r : R) : R := exp_poly r.
Definition L_exp_rounded (x : R) : R := exp_poly (exp_r x) * bpow radix2 (Zfloor (exp_k x)).
