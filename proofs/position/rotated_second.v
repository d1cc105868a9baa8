(* KEY 8304e26ebe78 *)
From Plumbline Require Import model.rotation position.rotation_math.
intros s s1 s2 i i1 i2 i3 i4 i5 (M & A & B & E). unfold L_el, L_rmul.
rewrite A, B, E, rotation_math.rotated_second by exact M. ring.
