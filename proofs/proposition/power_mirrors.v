(* KEY a8e48f390b78 *)
From Plumbline.proposition Require Import mirror_math.
exact power_mirrors.
