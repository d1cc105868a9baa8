(* KEY 284ef2bfda36 *)
intros r r1. subst r1. unfold L_rsigmoid.
assert (P : (0 < exp (- r))%R) by apply Exp_prop.exp_pos. split.
- apply Rdiv_lt_0_compat; lra.
- apply Rmult_lt_reg_r with (1 + exp (- r))%R; [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by (apply Rgt_not_eq; lra). lra.
