(* KEY fbbf169d70f4 *)
From Plumbline.mask Require Import subset_math.
by_membership.
