(* KEY a084138cde15 *)
From Plumbline.mask Require Import subset_math.
by_membership.
