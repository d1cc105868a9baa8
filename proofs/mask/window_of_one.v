(* KEY c615cb20a6a0 *)
From Plumbline.mask Require Import subset_math.
by_membership.
