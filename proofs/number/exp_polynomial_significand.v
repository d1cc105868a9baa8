(* KEY e42805cd22fe *)
From Plumbline.number Require Import exp_rounded exp_rounding exp_accurate.
intros x ((domain & high) & low).
assert (B : (Rabs x <= 708)%R) by (apply Rabs_le; lra).
destruct (exp_poly_of_argument x domain B) as (F & P).
unfold P_significand, L_exp_polynomial, L_exp_reduced, L_rounded.
rewrite rnd_exact by exact F. repeat split; lra.
