(* KEY dae53751f8fd *)
intros r a H. subst a. unfold L_rsqrt. split; [apply sqrt_sqrt; exact H | apply sqrt_pos].
