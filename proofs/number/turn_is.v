(* KEY 1ff64626a7f6 a533e1c28dc2 *)
intro t. unfold L_turn_sine, L_turn_cosine, L_rpi. f_equal. ring.
