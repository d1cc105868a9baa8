(* KEY 7c2755f2cbda *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
intros t a s s1 s2 i i1 i2 r h1 h2 h3 h4 h5. assert (B := first_bounds _ _ _ h3).
assert (W : P_in_ball (Load_S1 (shift_S1 a i2) t) (L_softmax s s2 i i2)) by (apply h5; lia).
rewrite (distance_share s s1 s2 i i1 r i2 h3 h4 (conj h1 h2)) in W. exact W.
