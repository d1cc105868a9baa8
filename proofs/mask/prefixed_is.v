(* KEY c57304021bcd *)
From Plumbline.mask Require Import subset_math.
by_membership.
