(* KEY 02f5e78c83aa *)
From Plumbline Require Import must_fail.compare_witness.
(* The frequency 1 is divided by 4 where the ramp is 0; computed as 1, the ramp leaves 1 of it instead of 1/4. *)
intro H. specialize (H 1 1 0 1 4 1 0 0 1 0). unfold P_rounds, L_mixed, L_compound in H. refuted H.
