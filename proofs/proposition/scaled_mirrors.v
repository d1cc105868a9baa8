(* KEY 0da930d8c920 *)
From Plumbline.proposition Require Import mirror_math.
exact scaled_mirrors.
