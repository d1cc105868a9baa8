(* KEY 49dcca24093d *)
From Plumbline Require Import model.divided_gradient.
intros r H L. unfold L_unit_step. destruct (Rlt_dec 0 r); [|lra]. destruct (Rlt_dec r 1); lra.
