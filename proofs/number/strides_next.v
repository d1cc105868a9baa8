(* KEY 37c26f3bd930 *)
intros w m n lane s e part width P S. rewrite Z.add_comm.
exact (total_math.strides_next w m n lane s e part width S P).
