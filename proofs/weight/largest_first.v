(* KEY cf468088cacf *)
From Plumbline.weight Require Import softpick_math.
exact largest_begins.
