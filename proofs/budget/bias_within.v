(* KEY dba3e0a40b80 *)
intros u t b y B. change (Rabs (y - b) <= u 3%Z * Rabs b + t 3%Z) in B. unfold P_near, L_bias_off, L_rmul, L_el.
replace (y + - (1) * b) with (y - b) by ring. lra.
