(* KEY 26b500a6428b *)
From Plumbline.number Require Import sequence_math.
intros x m i M. unfold L_el, L_elu_weights. rewrite (among_true _ _ M). apply Q_elu_plus_one_positive.
