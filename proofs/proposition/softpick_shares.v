(* KEY 29fce6652a32 *)
From Plumbline.proposition Require Import order_math.
exact softpick_shares.
