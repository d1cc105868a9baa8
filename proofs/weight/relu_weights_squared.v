(* KEY 9f42a31d0604 *)
From Plumbline.number Require Import sequence_math.
intros x m s i r S M. unfold r, L_rmul, L_el, L_relu_weights. rewrite (among_true _ _ M), (Rmax_comm 0).
destruct (Z.eqb_spec s 0) as [Z0|_]; [contradiction|reflexivity].
