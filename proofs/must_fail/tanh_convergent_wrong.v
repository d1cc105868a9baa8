(* KEY b78a47e1d8d2 *)
From Plumbline Require Import must_fail.number_witness.
From Plumbline Require Import number.exp_interval.
(* At 1/8 the error is some 2 * 10^-6, and that of one rounding 10^-17. *)
intro H.
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
specialize (H (1 / 8)%R ltac:(lra) ltac:(lra)). unfold P_near, L_rounding_radius, L_product_up, L_rounded_product in H.
rewrite up_is, Rabs_pos_eq with (x := (1 / 8)%R) in H by lra.
set (e := (1 / 8 * (1 / 9007199254740992))%R) in *.
rewrite (rnd_exact e) in H by (replace e with (1 / 72057594037927936)%R by (unfold e; lra); in_format).
assert (A : (0 <= upward e <= 3 / 72057594037927936)%R)
  by (apply (upward_between 0 (2 / 72057594037927936)); [in_format..|unfold e, above; lra|lra]).
assert (B : (3 / 72057594037927936 < Rabs (L_rtanh (1 / 8) + - (1) * L_tanh_convergent (1 / 8) + - (1) * 0))%R).
{ unfold L_rtanh, L_tanh_convergent, L_tanh_numerator, L_tanh_denominator, L_rdiv, L_rmul. interval with (i_prec 80). }
lra.
