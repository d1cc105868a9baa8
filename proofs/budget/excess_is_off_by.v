(* KEY efc72070f9af *)
From Plumbline Require Import compare.rounded_sum_math compare.shapes budget.softpick_engine_math.
intros u t r m f c x e (a & b & A & C & W). set (size := Rmax (Rabs x) (Rabs m)) in *.
assert (OFF : L_excess_off u t r size = power_off u t size + factor_off u t r size).
{ unfold L_excess_off, L_power_off, L_factor_off, L_moved, L_power_argument_off, L_gamma_up, L_rmul, L_rdiv, L_el.
  unfold power_off, factor_off, stored_off, argument_off, L_gamma_of. change real_of_int with IZR. cbv zeta.
  differences. ring. }
assert (REL : L_excess_relative u = difference_relative u).
{ unfold L_excess_relative, L_joint, L_gamma_up, L_rmul, L_rdiv, L_el, difference_relative, L_compound, L_gamma_of.
  cbv zeta. differences. ring. }
assert (LOST : L_excess_lost u t r size x = difference_lost u t r size x).
{ unfold L_excess_lost. cbv zeta. rewrite OFF, REL.
  unfold L_rescaling_growth, L_gamma_tiny, L_gamma_up, L_rexp, L_rmul, L_rdiv, L_el.
  unfold difference_lost, difference_tiny, power_lost, L_gamma_of. change real_of_int with IZR. cbv zeta.
  replace (- (1) * x) with (- x) by ring. differences. ring. }
exists (x - c + a), (b - c). cbv zeta. try fold size. rewrite OFF, LOST, REL.
unfold P_rounded_by, P_near, L_rmul, L_rexp. differences.
repeat split; first [replace (x - c + a - (x - c)) with a by ring; exact A
  |replace (b - c - - (1) * c) with b by ring; exact C|replace (b - c + c) with b by ring; exact C|lra].
