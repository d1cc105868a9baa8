(* KEY b72e1a20386f *)
intros x c r P. subst r. unfold L_rsoftcap. destruct (Q_rtanh_between (x / c)) as (L & U). split; nra.
