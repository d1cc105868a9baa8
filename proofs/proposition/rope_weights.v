(* KEY 701ce2021810 *)
From Plumbline Require Import proposition.angle_math.
intros s s1 s2 s3 s4 i i1 i2 i3 i4 i5 r r1 h1 h2 h3 h4 h5.
destruct (Q_rope_scores_by_angle s1 s2 s3 r i3 i4 i5) as (angle & A). specialize (A s i1 h5).
match type of A with P_by_angle _ _ ?y _ => set (xi := y) in A end.
assert (E : r1 = exp (2 * xi)) by (unfold r1, xi; f_equal; ring). rewrite E.
refine (Q_rope_weights_by_angle s angle s4 i i1 i2 xi h2 h3 _ h4 A).
unfold xi. apply Rmult_le_pos; [apply Rmult_le_pos; [exact h1|apply sqrt_pos]|apply sqrt_pos].
