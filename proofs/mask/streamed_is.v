(* KEY 97028fa53065 *)
From Plumbline.mask Require Import subset_math.
by_membership.
