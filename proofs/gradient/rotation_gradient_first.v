(* KEY 9411505fffe5 *)
From Plumbline Require Import model.rotation gradient.rotation_gradient_math.
intros s s1 s2 i i1 i2 i3 i4 i5 i6 (M & A & B & E) (_ & _ & _ & F). unfold L_el, L_rmul.
rewrite A, E, F, gradient_first by exact M. ring.
