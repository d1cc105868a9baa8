(* KEY 52ab8c600be3 *)
(* The sequence 0, 1, ...: the sum of the first square is 0, not 1. *)
intro H. specialize (H IZR IZR 0%Z 1%Z ltac:(lia) ltac:(lia) ltac:(lia)).
unfold L_dots, L_rmul, L_el, sum_below in H. simpl in H. lra.
