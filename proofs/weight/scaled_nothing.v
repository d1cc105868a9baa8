(* KEY db641c1b2916 *)
intros w alpha j Z. unfold L_el in *. unfold L_scaled_weights. rewrite Z. apply Rmult_0_r.
