(* KEY 5082e8a518f5 *)
From Plumbline.number Require Import sequence_math.
intros x m i r M. subst r. unfold L_el, L_sigmoid_weights. rewrite (among_true _ _ M). apply Q_rsigmoid_between.
