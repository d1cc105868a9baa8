(* KEY b5fbd4c9fac8 *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
From Plumbline Require Import proposition.operators_math.
intros s s1 i i1 h1 h2 h3. apply visible_softmax_sum. exists i1. repeat split; assumption.
