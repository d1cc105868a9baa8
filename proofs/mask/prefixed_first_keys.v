(* KEY 367f772081ed *)
From Plumbline.mask Require Import subset_math.
unfold P_causal_sees, L_with_first. by_membership.
