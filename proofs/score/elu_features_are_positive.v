(* KEY ae5023ddf8ab *)
intros s i. exact (Q_elu_plus_one_positive (L_el s i)).
