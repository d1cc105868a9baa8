(* KEY f972ddc0904d *)
From Plumbline Require Import must_fail.engine_witness.
(* a tanh off by 1 *)
intro H. assert (Z := tanh_of_zero). assert (T := tanh_of_one). assert (B := tanh_below_one).
assert (W : P_cap_computed none (only 4 1) 100 0 (100 * (L_rtanh 1 + 1))).
{ apply (H _ _ 100 0 100 100 1 1 (L_rtanh 1 + 1) (L_rtanh 1 + 1) (100 * (L_rtanh 1 + 1)) (100 * (L_rtanh 1 + 1)));
    [rounds|rounds|rounds|rounds|rounds|rounds|
      exists 0|exists (100 * (L_rtanh 1 + 1))]; split; rounds. }
destruct W as (divisor & factor & quotient & argument & value & stored & product & before & after & first &
  second & third & D & F & BA & FST & Q & A & V & S & P & Y).
assert (D1 : divisor = 100) by (off; lra). assert (F1 : factor = 100) by (off; lra). subst divisor factor.
assert (C := roundings_count _ _ _ _ _ Q). assert (V1 := B argument). off. lra.
