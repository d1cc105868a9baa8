(* KEY 94413871f99f *)
From Plumbline Require Import must_fail.compare_witness.
(* (1, 0) turned by pi: its partner is 0, and it moves from 1 to -1. *)
intro H. specialize (H 1 0 0 PI PI). assert (A := PI_RGT_0). unfold L_turned, L_partner in H. premises H.
rewrite Rplus_0_l, cos_PI, cos_0, sin_PI, sin_0 in H. apply Rle_trans with (2 := Rmin_r _ _) in H.
replace (PI * Rabs (1 * 0 + 0 * 1)) with 0 in H by (rewrite Rabs_pos_eq; lra). refuted H.
