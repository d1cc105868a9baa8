(* KEY 659e6b52bc1c *)
(* 1 divided by 2 *)
intro H. specialize (H 1 2). unfold L_rmul, L_rdiv in H. lra.
