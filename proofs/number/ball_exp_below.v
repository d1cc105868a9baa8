(* KEY a2621eb5a4dd *)
From Plumbline.number Require Import exp_rounded exp_balls.
intros x a r below near. unfold P_near, L_rexp, L_rounded_sum in *.
match goal with |- (_ <= 1 / IZR ?z)%R => change (IZR z) with (IZR (2 ^ 1019)) end.
replace (1 / IZR (2 ^ 1019))%R with (bpow radix2 (-1019)) by (unfold Rdiv; rewrite Rmult_1_l; reflexivity).
replace (exp x + - (1) * 0)%R with (exp x - 0)%R by ring.
apply exp_below with a r; [|exact below].
replace (x - a)%R with (x + - (1) * a)%R by ring. exact near.
