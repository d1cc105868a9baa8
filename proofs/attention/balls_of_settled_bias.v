(* KEY 3c835075a98b *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
From Plumbline Require Import proposition.distance_math.
intros t a s s1 s2 s3 i i1 i2 h1 h2 h3 h4 h5 h6 h7. assert (B := first_bounds _ _ _ h4).
exists (L_softmax (L_biased s s1) s3 i 0%Z). split; [|apply h7; lia].
replace (i1 + -1 * i2)%Z with (i1 - i2)%Z by ring.
exact (settled_weight (L_biased s s1) s2 s3 i i1 (s 0%Z) i2 h4 (distance_adds s s1 s2 i1 h3 h6) (conj h1 h2) h5).
