(* KEY fe27e3971941 *)
From Plumbline.proposition Require Import order_math.
exact at_least_one_shares.
