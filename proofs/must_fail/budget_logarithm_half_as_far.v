(* KEY 15f906ff2972 *)
(* 1, of all that lies between 0 and 1 *)
intro H. specialize (H 0 1 1). unfold P_lies_between, P_near, L_rmul in H. specialize (H ltac:(lra)).
apply Rabs_le_inv in H. lra.
