(* KEY 3319d21501ef *)
intros w m. reflexivity.
