(* fused.v - the meaning of a product and a sum with one rounding. *)
From Coq Require Import Reals.
From Plumbline.number Require Import exp_rounded.
Open Scope R_scope.

Definition L_rounded_fused (x y z : R) : R := rnd (x * y + z).
