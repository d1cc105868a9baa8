(* KEY 053e8be40455 *)
From Plumbline.proposition Require Import bounds_math.
intros w v m n t d k low high u L F W V. rewrite (Rmult_comm low).
exact (bounded_output w v m n t d k u low high F (bounded_is w m n t low high W) L V).
