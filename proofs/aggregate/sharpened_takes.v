(* KEY 884458cea81b *)
From Plumbline.number Require Import exp_rounded finite sum_math.
From Plumbline.aggregate Require Import sharp_math.
intros n i exact x mid rad y sum part spread sum1 part1 L X D (O & E).
assert (ends_is : P_ends i n 16 <-> ends 16 n i) by (unfold P_ends, ends; rewrite (Z.add_comm 1); cbv zeta; tauto).
assert (I : (0 <= i)%Z) by apply D.
assert (depth_is : L_dot_depth n = depth 16 n).
{ unfold L_dot_depth, depth. rewrite Z.quot_div_nonneg, Z.min_comm by lia. ring. }
rewrite Z.add_comm.
unfold L_sharp_spread, L_rounded_sum, L_weight_coefficient, L_rounded_fused, L_roundings_up, L_rounded_product.
rewrite depth_is.
fold_least. apply (sharp_math.sharpened_takes n i _ exact mid rad x y sum part spread sum1 part1 L D).
- replace (x - mid)%R with (x + - (1) * mid)%R by ring. exact X.
- split; intro H; apply ends_is in H || rewrite <- ends_is in H.
  + destruct (E H) as (P & T). split; [symmetry; exact T|exact P].
  + destruct (O H) as (P & T). split; [exact T|exact P].
