(* KEY ac68c36fe6b7 *)
From Plumbline Require Import model.divided_gradient.
intros r. unfold L_at_least_one_slope. destruct (Rlt_dec 1 r); [lra|]. destruct (Rlt_dec r (- (1))); lra.
