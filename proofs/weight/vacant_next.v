(* KEY d2795c440314 *)
From Plumbline.weight Require Import softpick_math.
intros m n k N L G. rewrite (vacant_step m n k N L G). apply and_comm.
