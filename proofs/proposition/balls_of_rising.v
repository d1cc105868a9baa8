(* KEY ff8a41c1289d *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
intros t a s s1 i i1 i2 r r1 h1 h2 h3 h4 h5 h6. assert (B := first_bounds _ _ _ h4).
change (P_in_ball (Load_S1 (shift_S1 a i2) t) (share r1 i1 i2)).
rewrite <- (rising_share s s1 i i1 r r1 i2 h4 (rises s i1 r r1 h5) h1 (conj h2 h3)). apply h6; lia.
