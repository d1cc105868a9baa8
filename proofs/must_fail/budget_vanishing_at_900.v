(* KEY ac17158da300 *)
From Plumbline Require Import must_fail.compare_witness.
(* 1/16 of 900 leaves 843.75. *)
intro H. specialize (H (1 / 16) 900). unfold L_vanished, Rdiv in H. rewrite <- exp_Ropp in H. premises H.
apply Rle_not_lt in H. apply H. rewrite Rmult_1_l. apply exp_increasing. lra.
