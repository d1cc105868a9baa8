(* KEY 0756ecfbee86 *)
From Plumbline Require Import model.map_gradient.
intros r H. unfold L_relu_slope. destruct (Rlt_dec 0 r); [lra|reflexivity].
