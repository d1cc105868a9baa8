(* KEY f972ddc0904d *)
From Plumbline Require Import must_fail.engine_witness.
(* a cap of 1, held as 2 where it multiplies *)
intro H. assert (Z := tanh_of_zero). assert (T := tanh_of_one). assert (B := tanh_below_one).
assert (W : P_cap_computed none (only 0 1) 1 1 (2 * L_rtanh 1)).
{ apply (H _ _ 1 1 1 2 1 1 (L_rtanh 1) (L_rtanh 1) (2 * L_rtanh 1) (2 * L_rtanh 1));
    [rounds|rounds|rounds|rounds|rounds|rounds|
      exists 1|exists (2 * L_rtanh 1)]; split; rounds. }
destruct W as (divisor & factor & quotient & argument & value & stored & product & before & after & first &
  second & third & D & F & BA & FST & Q & A & V & S & P & Y).
subst factor. assert (V1 := B argument). off. lra.
