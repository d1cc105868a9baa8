(* KEY 73f01eb629a9 *)
From Plumbline.proposition Require Import layers_math.
intros p N P. exact (power_parts p P N).
