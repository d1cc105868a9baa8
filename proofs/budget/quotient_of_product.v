(* KEY 81fe3faae4f0 *)
intros x y h. change (x * y / y = x)%R. field. exact h.
