(* KEY daa66f5ec273 *)
From Plumbline.proposition Require Import bounds_math printed_math.
intros x q k turns t layout pairs d scale a xi S ((((L0 & P) & D) & L2) & H) j y J K. unfold y, L_el.
rewrite negation_written.
exact (rope_bounded q k turns t j a layout pairs d scale x S P D (H j J K)).
