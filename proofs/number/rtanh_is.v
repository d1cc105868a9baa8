(* KEY b09fd7ebca2f *)
intros r r1 r2. subst r1 r2. unfold L_rtanh. rewrite exp_Ropp. unfold Rdiv. rewrite !Rmult_1_l.
f_equal. ring.
