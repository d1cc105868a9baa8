(* KEY 9ea7db7c9419 *)
From Plumbline.number Require Import total_math.
intros w n lane s e part width s1 e1 P S W. rewrite Z.add_comm.
exact (total_math.strides_next w n lane s e part width s1 e1 S P (widens_stated _ _ _ _ _ _ W)).
