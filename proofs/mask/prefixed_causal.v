(* KEY ce52a1bd39ce *)
From Plumbline.mask Require Import subset_math.
unfold P_causal_sees. by_membership.
