(* KEY 6243f8cd6c79 *)
intros w l v least most everything n o x kv k eta zeta low K1 Z K0 KV X L F P.
assert (B := Q_excess_sharper w l v least most everything n o x kv k eta zeta).
repeat (specialize (B ltac:(assumption))). fold low in B.
set (error := L_mean_error w l v n o kv k eta zeta) in *.
assert (M : error / low * low < (x - o) * low) by (apply Rmult_lt_compat_r; lra).
replace (error / low * low) with error in M by (field; lra). lra.
