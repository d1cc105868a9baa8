(* norm.v - the meaning of the invariants of upper bounds of a norm. *)
From Plumbline.number Require Import norm_math.

Definition P_squared := norm_math.squared.
Definition P_covered := norm_math.covered.
Definition P_root_bound := norm_math.root_bound.
