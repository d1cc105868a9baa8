(* KEY 790a3773b625 *)
From Plumbline Require Import must_fail.number_witness.
(* 1 + 2^-60 is rounded to 1, as is 1 + 2^-1000. *)
intro H. specialize (H (1 + 1 / 1152921504606846976)%R ltac:(lra)).
unfold L_upward, L_rounded_sum, L_rounded_product, L_rounded in H.
hide_tiny H. rewrite Rmult_1_r, !one_absorbs in H by lra. rewrite (rnd_exact 1), one_absorbs in H by (in_format || lra).
lra.
