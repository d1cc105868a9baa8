(* KEY 7f383e78aef6 *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
intros t a s s1 s2 i i1 i2 i3 i4 r h1 h2 h3 h4 h5 (h6 & h7) h8 h9. assert (B := first_bounds _ _ _ h5).
change (P_in_ball (Load_S1 (shift_S1 a i4) t) (share r i3 i4)).
rewrite <- (rising_share (L_biased s s1) s2 i i3 _ r i4 h5 (alibi_rises s s1 i1 i2 i3 r h6 h7 h4 h8) h1 (conj h2 h3)).
apply h9; lia.
