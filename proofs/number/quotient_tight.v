(* KEY e1929a48e1d1 *)
From Plumbline.number Require Import exp_rounded upward_math finite tight_math.
intros a r b q s t x y size absolute least mid size_of_mid rounding ratio numerator T1 S1 T0 S0 Y X P B A.
assert (T8 : (t <= / 8)%R) by lra.
destruct (tight_math.quotient_tight a r b q s t x y (conj S0 S1) (conj T0 T8) X Y P B A)
  as (G1 & G2 & G3 & G4 & G5 & G6 & G7 & G8 & G9 & G10 & G11).
subst size absolute least mid size_of_mid rounding ratio numerator.
unfold L_quotient_radius, L_quotient_numerator, L_quotient_ratio, L_rounding_radius, L_sum_up, L_product_up,
  L_quotient_up,
  L_difference_down, L_upward, L_downward.
unfold L_rounded_sum, L_rounded_difference, L_rounded_product, L_rounded_quotient, L_rdiv. fold_least.
replace (1 / 9007199254740992)%R with u by (unfold u; field).
replace (1 / 70368744177664 + 4 * (s + t))%R with (4 * (s + t) + 128 * u)%R by (unfold u; lra).
repeat split; try assumption; apply G11.
