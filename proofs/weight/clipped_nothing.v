(* KEY 10f727638495 *)
intros w gamma zeta j Z G. unfold L_el in *. unfold L_clipped_weights. rewrite Z, Rmult_0_r, Rplus_0_l.
rewrite (Rmax_left 0 gamma) by exact G. apply Rmin_right. lra.
