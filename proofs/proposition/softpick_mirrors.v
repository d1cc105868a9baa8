(* KEY c21135b9667f *)
From Plumbline.proposition Require Import mirror_math.
exact softpick_mirrors.
