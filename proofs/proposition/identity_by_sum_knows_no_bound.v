(* KEY 182ca08bfc67 *)
From Plumbline.proposition Require Import bounds_math.
intro b. destruct (identity_by_sum_unbounded b) as (d & D & H). exists (near_opposite d), (below 2). split; [split|].
- exact H.
- split; [lia|]. intros j J K. apply Z.ltb_lt.
- intros j y J K. unfold y, L_el, near_opposite. destruct (j =? 0)%Z; lra.
