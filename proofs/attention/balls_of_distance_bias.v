(* KEY 525188564632 *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
intros t a s s1 s2 s3 i i1 i2 h1 h2 h3 h4 h5 h6. assert (B := first_bounds _ _ _ h4).
assert (W : P_in_ball (Load_S1 (shift_S1 a i2) t) (L_softmax (L_biased s s1) s3 i i2)) by (apply h6; lia).
rewrite (distance_share (L_biased s s1) s2 s3 i i1 (s 0%Z) i2 h4 (distance_adds s s1 s2 i1 h3 h5) (conj h1 h2)) in W.
exact W.
