(* KEY f972ddc0904d *)
From Plumbline Require Import must_fail.engine_witness.
(* a quotient of 0, rounded to 2; its tanh off by 1; and 1 more at each of two roundings of the product *)
intro H. assert (Z := tanh_of_zero). assert (T := tanh_of_one). assert (B := tanh_below_one).
assert (W : P_cap_computed none (only 4 1) 2 0 (2 * (L_rtanh 2 + 1) + 2)).
{ apply (H _ _ 2 0 2 2 2 2 (L_rtanh 2 + 1) (L_rtanh 2 + 1) (2 * (L_rtanh 2 + 1) + 2) (2 * (L_rtanh 2 + 1) + 2));
    [rounds|rounds|rounds|rounds|rounds|rounds|
      exists 1|exists (2 * (L_rtanh 2 + 1) + 1)]; split; rounds. }
destruct W as (divisor & factor & quotient & argument & value & stored & product & before & after & first &
  second & third & D & F & BA & FST & Q & A & V & S & P & Y).
assert (D1 : divisor = 2) by (off; lra). assert (F1 : factor = 2) by (off; lra). subst divisor factor.
assert (R := tanh_rises 1 2 ltac:(lra)). assert (C := roundings_count _ _ _ _ _ Q).
assert (N : (before = 0 \/ before = 1 \/ before = 2 \/ 3 <= before)%Z) by lia. assert (V1 := B argument).
assert (M : forall x, argument <= x -> L_rtanh argument <= L_rtanh x)
  by (intros x [X|X]; [left; apply tanh_rises, X|rewrite X; lra]).
off. assert (M0 := M 0). assert (M1 := M 1). assert (M2 := M 2).
destruct N as [N|[N|[N|N]]]; [subst before; lra|subst before; lra|subst before; lra|apply IZR_le in N; lra].
