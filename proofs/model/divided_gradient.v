(* divided_gradient.v - the meaning of the slopes of max(|t|, 1), and of a number cut to [0, 1]. *)
From Coq Require Import Reals.
Open Scope R_scope.

Definition L_at_least_one_slope (t : R) : R := if Rlt_dec 1 t then 1 else if Rlt_dec t (- (1)) then - (1) else 0.
Definition L_unit_step (x : R) : R := if Rlt_dec 0 x then if Rlt_dec x 1 then 1 else 0 else 0.
