(* KEY 87a3e9c25dca *)
intros heads n L U (k & K & E). subst n. unfold L_closest_power. f_equal. apply Z.log2_unique; [exact K|].
rewrite Z.pow_succ_r by exact K. split; assumption.
