(* KEY df00bf2d7c6d *)
From Plumbline Require Import must_fail.number_witness.
(* 1 + 7 * 2^-56 is rounded to 1. *)
intro H. specialize (H (1 + 7 / 72057594037927936)%R). unfold L_rounded in H. rewrite one_absorbs in H by lra.
hide_tiny H. rewrite (Rabs_pos_eq (1 + 7 / _)) in H by lra. apply Rabs_le_inv in H. lra.
