(* KEY b41213d865ec *)
From Plumbline.proposition Require Import order_math.
exact sink_shares.
