(* KEY 8db7fc896dcc *)
intros s i r h1. exact (proj2 (Q_elu_plus_one_is r) h1).
