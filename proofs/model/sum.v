(* sum.v - the meaning of the invariants of sums of products. *)
From Coq Require Import Reals ZArith.
From Plumbline.number Require Import sum_math.

Definition P_summed := sum_math.summed.
Definition P_dotted := sum_math.dotted.
Definition P_pending (n i : Z) := sum_math.pending n i (roundings (depth 64 n)).
Definition P_blended (n i : Z) := sum_math.blended n i (roundings (depth 64 n)).
