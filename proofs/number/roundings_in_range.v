(* KEY 0dfebc6b771e *)
From Plumbline.number Require Import sum_math weighted_tight_math.
intros n N0 N1. assert (depth_is : L_weight_depth n = depth 64 n).
{ unfold L_weight_depth, depth. rewrite Z.quot_div_nonneg, Z.min_comm by lia. ring. }
unfold L_roundings_up. rewrite depth_is. exact (gamma_ranged n (conj N0 N1)).
