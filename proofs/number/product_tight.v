(* KEY 081c4b863f9e *)
From Plumbline.number Require Import exp_rounded upward_math finite tight_math.
intros a r b q s t x y size mid moved T1 S1 T0 S0 Y X P B A.
destruct (tight_math.product_tight a r b q s t x y (conj S0 S1) (conj T0 T1) X Y P A B)
  as (G1 & G2 & G3 & G4 & G5 & G6 & G7 & G8).
subst size mid moved. unfold P_widens_in_range, L_upward, L_widened, L_product_moved, L_moved_from_first,
  L_moved_from_second.
unfold L_rounded_sum, L_rounded_product, L_rmul. fold_least.
replace (1 / 9007199254740992)%R with u by (unfold u; field).
replace (1 / 562949953421312 + 3 * (s + t))%R with (3 * (s + t) + 16 * u)%R by (unfold u; lra).
repeat split; try assumption; apply G8.
