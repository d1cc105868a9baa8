(* KEY 207eb81dd3aa *)
From Plumbline.proposition Require Import layers_math.
exact parted_by_output.
