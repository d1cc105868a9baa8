(* KEY fb9af5b2039f *)
From Plumbline Require Import must_fail.compare_witness.
(* one rescaling that leaves the shift where it is, its exponent off by 1 *)
intro H. specialize (H 0 1 0 0 0 0 (exp (-1)) 1%Z). premises H. destruct (H rescaled_by_error) as (rho & R & A).
replace rho with 0 in A by (cases; lra). replace (0 + 0 + - (1) * 0) with 0 in A by ring. rewrite exp_0 in A.
assert (E := inverse_of_e). cases; lra.
