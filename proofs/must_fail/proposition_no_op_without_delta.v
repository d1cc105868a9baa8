(* KEY 6159201e5dcf *)
(* all the weight is on the other key *)
From Plumbline Require Import must_fail.row_witness proposition.no_op_math.
intro H. destruct (bound_is_reached 1 0 1 ltac:(lra) ltac:(lra)) as (A & B & O).
specialize (H _ _ _ _ _ 0%Z _ _ _ _ (proj2 (attends_written _ _ _ _ _) A) (proj2 (at_most_written _ _ _ _ _ _) B)).
unfold L_el in H. rewrite O, Rabs_pos_eq in H by lra. lra.
