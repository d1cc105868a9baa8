(* KEY db1a12fbd58c *)
From Plumbline Require Import position.rotation_math position.rope_math.
intros. unfold x, a. rewrite (dots_by_pairs s s i1 i2 (2 * i2)) by (assumption || lia).
change L_at_position with positioned. rewrite dots_at_one_position by (assumption || lia).
unfold beyond. rewrite Z.sub_diag. unfold sum_below at 2 4. simpl. ring.
