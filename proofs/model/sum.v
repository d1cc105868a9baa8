(* sum.v - the meaning of the invariants of sums of products. *)
From Coq Require Import Reals ZArith.
From Plumbline.number Require Import sum_math.

Definition P_summed := sum_math.summed.
Definition P_accumulated := sum_math.accumulated.
Definition P_blended := sum_math.blended.
