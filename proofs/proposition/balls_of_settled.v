(* KEY f564f32abe08 *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
From Plumbline Require Import proposition.distance_math.
intros t a s s1 s2 i i1 i2 r h1 h2 h3 h4 h5 h6. assert (B := first_bounds _ _ _ h3).
exists (L_softmax s s2 i 0%Z). split; [|apply h6; lia].
replace (i1 + -1 * i2)%Z with (i1 - i2)%Z by ring. exact (settled_weight s s1 s2 i i1 r i2 h3 h5 (conj h1 h2) h4).
