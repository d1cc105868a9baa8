(* KEY 7f17a45c0dc9 *)
From Plumbline.mask Require Import subset_math.
unfold P_causal_sees. by_membership.
