(* KEY 8a44ba3b19ae *)
From Coq Require Import Lra.
intros x m s i. unfold L_el, L_relu_weights. pose proof (Rmax_r (x i) 0).
destruct (m i); [destruct (Z.eqb s 0); [lra|]|lra].
apply Rmult_le_pos; assumption.
