(* KEY 1b56af91fc66 *)
From Plumbline.proposition Require Import mirror_math.
exact sink_mirrors.
