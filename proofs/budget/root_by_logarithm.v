(* KEY 5cd764280674 *)
intros f F. unfold L_rexp, binary64.L_rexp, L_rlog, log.L_rlog, L_rmul. rewrite ln_mult by assumption.
replace ((ln f + ln f) * (1 / 2)) with (ln f) by field. apply exp_ln, F.
