(* KEY 76f6edcf0585 *)
intros x m n t i c s y z I L F H. assert (E : z = x i).
{ assert (E := H i I L). fold y in E. unfold L_el in E. unfold z. lra. }
assert (M : m i = true) by (destruct F as ((T & N) & M); apply M; lia).
rewrite E. unfold L_el, Plumbline.model.identity.L_identity_weights, Plumbline.model.sigmoid.L_sigmoid_weights,
  Plumbline.model.elu.L_elu_weights. rewrite M. repeat split. unfold z in E. lra.
