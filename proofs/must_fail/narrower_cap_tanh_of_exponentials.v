(* KEY f972ddc0904d *)
From Plumbline Require Import must_fail.engine_witness.
(* a tanh of 0 that came out as 2 *)
intro H. assert (Z := tanh_of_zero). assert (T := tanh_of_one). assert (B := tanh_below_one).
assert (W : P_cap_computed (only 10 1) none 1 0 2).
{ apply (H _ _ 1 0 1 1 0 0 2 2 2 2);
    [rounds|rounds|rounds|rounds|rounds|rounds|
      exists 0|exists 2]; split; rounds. }
destruct W as (divisor & factor & quotient & argument & value & stored & product & before & after & first &
  second & third & D & F & BA & FST & Q & A & V & S & P & Y).
assert (D1 : divisor = 1) by (off; lra). assert (F1 : factor = 1) by (off; lra). subst divisor factor.
assert (V1 := B argument). off. lra.
