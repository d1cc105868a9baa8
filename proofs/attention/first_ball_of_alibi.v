(* KEY 71270f7eae49 *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
intros t a s s1 s2 i i1 i2 i3 r h1 h2 h3 (h4 & h5) h6 h7. assert (B := first_bounds _ _ _ h3).
exists (L_softmax (L_biased s s1) s2 i 0%Z). split; [|apply h7; lia].
exact (rising_first (L_biased s s1) s2 i i3 _ r h3 (alibi_rises s s1 i1 i2 i3 r h4 h5 h2 h6) h1).
