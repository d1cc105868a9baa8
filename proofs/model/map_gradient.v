(* map_gradient.v - the meaning of the slope of max(0, x), by what became of x. *)
From Coq Require Import Reals.
Open Scope R_scope.

Definition L_relu_slope (w : R) : R := if Rlt_dec 0 w then 1 else 0.
