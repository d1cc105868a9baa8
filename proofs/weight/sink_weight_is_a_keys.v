(* KEY abfd61054e34 *)
From Plumbline.weight Require Import laws_math.
intros x m n L M. unfold L_el, L_sink_weight, L_softmax. rewrite M, exponentials_next by assumption. reflexivity.
