(* ball.v - the meaning of a ball's claim. *)
From Coq Require Import Reals.
Require Import BuiltIn.
Require ieee_float.Float64.
Open Scope R_scope.

Definition P_claims (mid rad : ieee_float.Float64.t) (x : R) : Prop :=
  ieee_float.Float64.t'isFinite rad ->
  ieee_float.Float64.t'isFinite mid /\
  Rabs (x - ieee_float.Float64.t'real mid) <= ieee_float.Float64.t'real rad.
