(* KEY c6d917bc1d4c *)
From Plumbline.proposition Require Import bounds_math printed_math.
intros x q k turns t layout pairs scale a d xi S ((((L0 & P) & D) & L2) & H) j y J K. unfold y, L_el.
rewrite negation_written.
exact (whole_rope_bounded q k turns t j a layout pairs scale x S P (H j J K)).
