(* KEY f70e09462985 *)
(* Rows 0 and 1 of width 1. *)
intro H. specialize (H 0%Z 1%Z 1%Z ltac:(lia) ltac:(lia)). unfold L_place in H. lia.
