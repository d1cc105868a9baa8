(* KEY 898a0a846f3a *)
intros r r1. subst r1. unfold L_rdiv, L_rexp, L_rsigmoid. rewrite exp_Ropp.
assert (P : (0 < exp r)%R) by apply Exp_prop.exp_pos.
field. split; apply Rgt_not_eq; lra.
