(* KEY a936320b4e8d *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
From Plumbline Require Import proposition.angle_math.
intros t a s s1 i i1 i2 r r1 h1 h2 h3 h4 h5. assert (B := first_bounds _ _ _ h3).
exists (L_softmax s s1 i i2). split; [|apply h5; lia].
apply bounded_weights; [exact h3|lia|]. intros j J. destruct (h4 j) as (U & L); [lia|lia|]. unfold L_el in *. lra.
