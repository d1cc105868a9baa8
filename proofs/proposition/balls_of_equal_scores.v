(* KEY 20ac64ea0819 *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
From Plumbline Require Import proposition.operators_math.
intros t a s s1 i i1 r h1 h2 h3 h4 h5.
change (P_in_ball (Load_S1 (shift_S1 a i1) t) (1 / IZR (L_visible_count s1 i))).
rewrite <- (softmax_repeats s s1 i r h4 i1 h1 h2 h3). exact (h5 i1 h1 h2).
