(* KEY 5ed60f7341f9 *)
From Plumbline.number Require Import exp_rounded sum_math weighted_tight_math.
intros n i w m t q mid rad y sum part spread share largest size c L Y M X B. subst size c.
assert (depth_is : L_weight_depth n = depth 64 n).
{ assert (I : (0 <= i)%Z) by apply B. unfold L_weight_depth, depth. rewrite Z.quot_div_nonneg, Z.min_comm by lia.
  ring. }
unfold L_rounded_sum, L_weight_coefficient, L_rounded_fused, L_roundings_up, L_rounded_product. rewrite depth_is.
exact (blend_takes n i w m t q mid rad y sum part spread share largest L M X Y B).
