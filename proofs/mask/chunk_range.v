(* KEY 8406b925eeff *)
From Plumbline.mask Require Import subset_math.
intros p width j x W P. unfold P_among, L_chunk. subst x. rewrite Z.rem_mod_nonneg, Z.eqb_eq by lia.
assert (D := Z.div_mod p width ltac:(lia)). assert (M := Z.mod_pos_bound p width W).
rewrite (same_chunk p width (p / width)); lia.
