(* KEY 13e4e53e9401 *)
From Plumbline Require Import model.rotation gradient.rotation_gradient_math.
intros s s1 s2 i i1 i2 i3 i4 i5 i6 (M & A & B & E) (_ & _ & _ & F). unfold L_el, L_rmul.
rewrite B, E, F, gradient_second by exact M. ring.
