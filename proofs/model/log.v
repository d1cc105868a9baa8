(* log.v - the meaning of the logarithm and of powers with real exponents. *)
From Coq Require Import Reals.
Open Scope R_scope.

Definition L_rlog (x : R) : R := ln x.
Definition L_rpower (x y : R) : R := exp (y * ln x).
