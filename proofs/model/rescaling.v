(* rescaling.v - the meaning of factors by which sums are multiplied when the maximum of an online softmax rises. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

(* factor: the product of what exp(m - m') came out as while the shift rose from `low` to `high`.  Each exponent is off
   by slope (m' - m) + step, each result by `tiny` besides, and none exceeds 1 + excess. *)
Inductive P_rescaling (slope step tiny excess : R) : Z -> R -> R -> R -> Prop :=
| rescaling_none : forall m, P_rescaling slope step tiny excess 0 m m 1
| rescaling_next : forall count low m factor high error f,
    P_rescaling slope step tiny excess count low m factor -> m <= high -> Rabs error <= slope * (high - m) + step ->
    0 <= f <= 1 + excess -> Rabs (f - exp (m - high + error)) <= tiny ->
    P_rescaling slope step tiny excess (count + 1) low high (factor * f).
