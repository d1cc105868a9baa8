(* KEY 9645acb8df2b *)
From Plumbline.mask Require Import subset_math.
by_membership.
