(* KEY 0f9cf47f2de0 *)
From Plumbline Require Import model.map_gradient.
intros r H. unfold L_relu_slope. destruct (Rlt_dec 0 r); [reflexivity|contradiction].
