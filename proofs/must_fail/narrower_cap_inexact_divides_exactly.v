(* KEY f972ddc0904d *)
From Plumbline Require Import must_fail.engine_witness.
(* a cap of 1/2, held as -1/2 where it divides and as 3/2 where it multiplies *)
intro H. assert (Z := tanh_of_zero). assert (T := tanh_of_one). assert (B := tanh_below_one).
assert (W : P_cap_computed none (only 0 1) (/ 2) (- / 2) (3 / 2 * L_rtanh 1)).
{ apply (H _ _ (/ 2) (- / 2) (- / 2) (3 / 2) 1 1 (L_rtanh 1) (L_rtanh 1) (3 / 2 * L_rtanh 1) (3 / 2 * L_rtanh 1));
    [rounds|rounds|rounds|rounds|rounds|rounds|
      exists 1; replace (- / 2 / - / 2) with 1 by field|exists (3 / 2 * L_rtanh 1)]; split; rounds. }
destruct W as (divisor & factor & quotient & argument & value & stored & product & before & after & first &
  second & third & D & F & BA & FST & Q & A & V & S & P & Y).
subst divisor. replace (- / 2 / / 2) with (- (1)) in Q by field. off. replace argument with (- (1)) in V by lra.
assert (O := tanh_rises (- (1)) 0 ltac:(lra)). assert (V1 := B (- (1))). assert (L : value < 0 /\ -1 < value) by lra.
assert (K : -1 <= 2 * factor) by lra. assert (E : product = factor * value) by nra. nra.
