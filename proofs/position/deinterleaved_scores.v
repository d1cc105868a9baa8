(* KEY fd070c9a6af7 *)
From Plumbline Require Import position.rotation_math position.rope_math.
intros. rewrite !dots_of_rotated by assumption. reflexivity.
