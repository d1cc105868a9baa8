(* KEY 4c516529c38d *)
From Plumbline.proposition Require Import standing_math.
intros x m n t y e w z Y E F X.
assert (A := lone_at_least_one x m n t y F X). assert (B := lone_by_sum x m n t y e F X).
assert (C := lone_by_absolute_sum x m n t y e F X).
rewrite Rabs_pos_eq in A, C by lra. rewrite Rmax_comm in A. repeat split; symmetry; assumption.
