(* KEY 37928b5e4553 *)
From Plumbline Require Import model.divided_gradient.
intros r. unfold L_unit_step. destruct (Rlt_dec 0 r); [|lra]. destruct (Rlt_dec r 1); lra.
