(* KEY b8a0c570a218 *)
From Plumbline.weight Require Import laws_math.
intros x m n i s L G. unfold L_el. replace (L_log_sum_exp x m n + - (1) * s)%R with (L_log_sum_exp x m n - s)%R by ring.
symmetry. apply sink_gates. split; assumption.
