(* KEY d160e0984988 *)
From Plumbline.number Require Import exp_rounded exp_balls.
intros x ((domain & high) & low).
assert (B : (Rabs x <= 708)%R) by (apply Rabs_le; lra).
destruct (exp_value_accurate x domain B) as (positive & close).
unfold P_exp_close, L_rexp. change (L_exp_rounded x) with (exp_value x). cbv zeta. split; [exact positive|].
replace (exp_value x + - (1) * exp x)%R with (exp_value x - exp x)%R by ring. lra.
