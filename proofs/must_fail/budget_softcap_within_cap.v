(* KEY afc723dd7a18 *)
From Plumbline Require Import must_fail.compare_witness number.exp_interval.
(* 2 and -2 with the cap 1: 0.96 and -0.96 *)
intro H. specialize (H 1 2 (-2)). premises H.
apply Rle_trans with (1 := Rle_abs _), Rle_trans with (2 := Rmin_l _ _) in H.
assert (S : 1 < L_cap 1 2 - L_cap 1 (-2)) by (unfold L_cap, L_rtanh; interval with (i_prec 60)). lra.
