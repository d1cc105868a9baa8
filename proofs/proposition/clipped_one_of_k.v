(* KEY eeef3c2b095c *)
From Plumbline.proposition Require Import order_math printed_math.
intros x m n t i k gamma zeta K G I L T F H. as_written. rewrite Rplus_comm.
exact (clipped_one_of_k gamma zeta x m n t i k G F (conj I L) (conj K T) (fun j J => H j (proj1 J) (proj2 J))).
