(* KEY f972ddc0904d *)
From Plumbline Require Import must_fail.engine_witness.
(* 0, stored as 1 before tanh, and 1 more at each of two stores behind it *)
intro H. assert (Z := tanh_of_zero). assert (T := tanh_of_one). assert (B := tanh_below_one).
assert (W : P_cap_computed none (only 3 1) 1 0 (L_rtanh 1 + 2)).
{ apply (H _ _ 1 0 1 1 0 1 (L_rtanh 1) (L_rtanh 1 + 1) (L_rtanh 1 + 1) (L_rtanh 1 + 2));
    [rounds|rounds|rounds|rounds|rounds|rounds|
      exists 0|exists (L_rtanh 1 + 1)]; split; rounds. }
destruct W as (divisor & factor & quotient & argument & value & stored & product & before & after & first &
  second & third & D & F & BA & FST & Q & A & V & S & P & Y).
assert (D1 : divisor = 1) by (off; lra). assert (F1 : factor = 1) by (off; lra). subst divisor factor.
assert (C := roundings_count _ _ _ _ _ A). assert (V1 := B argument). off.
destruct C as [(C & E)|C]; [|apply IZR_le in C; lra]. replace argument with 0 in V by lra. lra.
