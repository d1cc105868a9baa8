(* KEY 9bdb9c5f51a4 *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
intros t a s s1 i i1 r r1 h1 h2 h3 h4. assert (B := first_bounds _ _ _ h2).
exists (L_softmax s s1 i 0%Z). split; [|apply h4; lia]. exact (rising_first s s1 i i1 r r1 h2 (rises s i1 r r1 h3) h1).
