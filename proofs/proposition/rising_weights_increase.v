(* KEY edbede02840a *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
intros s s1 i i1 i2 i3 r r1 a h1 h2 h3 h4 h5 h6. exact (rising_rises s s1 i i1 r r1 i2 i3 h5 (rises s i1 r r1 h6) h1 h3
  h4 h2).
