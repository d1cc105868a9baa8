(* KEY c3b4ef106f84 *)
From Plumbline Require Import model.divided_gradient.
intros r H. unfold L_at_least_one_slope. destruct (Rlt_dec 1 r); [reflexivity|contradiction].
