(* binary64.v - the meaning of the opaque operations of spec/number: real arithmetic, and IEEE 754
   rounding to nearest, ties to even, in the binary64 format without an upper bound. *)
From Coq Require Import Reals ZArith.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded.
Open Scope R_scope.

Definition L_rmul (x y : R) : R := x * y.
Definition L_rdiv (x y : R) : R := x / y.
Definition L_rexp (x : R) : R := exp x.
Definition L_rsqrt (x : R) : R := sqrt x.
Definition L_pow2 (n : Z) : R := bpow radix2 n.

Definition L_rounded (x : R) : R := rnd x.
Definition L_rounded_sum (x y : R) : R := rnd (x + y).
Definition L_rounded_difference (x y : R) : R := rnd (x - y).
Definition L_rounded_product (x y : R) : R := rnd (x * y).
Definition L_rounded_quotient (x y : R) : R := rnd (x / y).
