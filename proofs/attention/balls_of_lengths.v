(* KEY 7d2ddd8d77b5 *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
From Plumbline Require Import proposition.angle_math.
intros t a s s1 s2 i i1 i2 i3 r r1 r2 h1 h2 h3 h4 h5. assert (B := first_bounds _ _ _ h3).
exists (L_softmax (L_scaled_dots r s s1 i1) s2 i i3). split; [|apply h5; lia].
apply bounded_weights; [exact h3|lia|]. intros j J. apply absolute_bounds.
eapply Rle_trans; [apply scaled_within|]. apply h4; lia.
