(* KEY 0c3d293c8ed3 *)
(* no key, a sink of logit 0, and a shift by 1: 1 in place of 0 *)
intro H.
specialize (H (fun _ => 0) (fun _ => true) 1 0%Z 0).
unfold L_log_sum_exp_with_sink, L_exponentials, sum_below, L_rlog, L_rexp in H. simpl in H.
rewrite exp_0, Rplus_0_l, Rplus_0_r, ln_1 in H. lra.
