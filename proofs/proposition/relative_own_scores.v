(* KEY a1c2a4aded7f *)
From Plumbline.proposition Require Import mirror_math.
intros x g m n t i c y I L F H. assert (M := visible_key m n t i F (conj I L)). assert (E : y = x i) by exact (H i I L).
rewrite E. unfold L_el, Plumbline.model.identity.L_identity_weights, Plumbline.model.sigmoid.L_sigmoid_weights,
  Plumbline.model.elu.L_elu_weights. rewrite M. auto.
