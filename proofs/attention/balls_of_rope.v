(* KEY 7a0f51864e1d *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
From Plumbline Require Import proposition.angle_math.
intros t a s s1 s2 s3 s4 i i1 i2 i3 i4 i5 r r1 r2 h1 h2 h3 h4 h5 h6. assert (B := first_bounds _ _ _ h4).
exists (L_softmax s s4 i i2). split; [|apply h5; lia].
apply bounded_weights; [exact h4|lia|]. intros j J. exact (rope_within s s1 s2 s3 r i3 i4 i5 i1 j h6 h3 J).
