(* KEY 00ae9a8f120d *)
From Plumbline.weight Require Import laws_math.
intros x m n s seen. unfold L_sink_weight, L_log_sum_exp.
replace (s + - (1) * ln (L_exponentials x m 0 n))%R with (s - ln (L_exponentials x m 0 n))%R by ring.
apply sink_gate, exponentials_positive, seen.
