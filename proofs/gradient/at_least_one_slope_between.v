(* KEY aa93c77576d4 *)
From Plumbline Require Import model.divided_gradient.
intros r H L. unfold L_at_least_one_slope. destruct (Rlt_dec 1 r); [lra|]. destruct (Rlt_dec r (- (1))); lra.
