(* KEY ba077df4cd87 *)
(* a quarter turn of one pair: (1, 0) goes to (0, 1), which times (0, 1) is 1; turned the same way that is (-1, 0) *)
From Coq Require Import Reals Lra.
From Plumbline Require Import must_fail.row_witness.
From Plumbline.position Require Import rotation_math.
intro H.
specialize (H (fun i => if (i =? 0)%Z then 1 else 0) (fun i => if (i =? 1)%Z then 1 else 0) (constant 0) (constant 1)
  0%Z 1%Z 2%Z ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)).
unfold L_dots, sum_below, L_rotated, pair_at, is_first, first_source, second_source, constant in H. simpl in H. lra.
