(* KEY e55b82a40481 *)
From Plumbline.proposition Require Import layers_math.
exact softpick_parts.
