(* KEY 0b9352dbef73 *)
From Plumbline.proposition Require Import layers_math.
exact sink_parts.
