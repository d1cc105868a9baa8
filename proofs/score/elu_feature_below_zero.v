(* KEY 9af562308b31 *)
intros s i r h1. exact (proj1 (Q_elu_plus_one_is r) h1).
