(* KEY fa5fea66fc49 *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
intros s s1 s2 i i1 i2 i3 i4 i5 r a h1 h2 h3 h4 h5 h6 (h7 & h8) h9.
exact (rising_rises (L_biased s s1) s2 i i3 _ r i4 i5 h6 (alibi_rises s s1 i1 i2 i3 r h7 h8 h5 h9) h1 h3 h4 h2).
