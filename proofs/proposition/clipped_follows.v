(* KEY 49464010cac3 *)
From Plumbline.proposition Require Import order_math printed_math.
intros x m n i gamma zeta low high. as_written. intros G H L.
rewrite !(Rplus_comm gamma), (Rmult_comm high), (Rmult_comm low).
destruct (clipped_follows x m n i gamma zeta low high G (conj L H)). split; assumption.
