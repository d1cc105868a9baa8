(* KEY c85cec79e65a *)
intros r n terms sum products quotient R1 N0 R0 N1. subst terms sum products quotient.
unfold L_softmax_output_accuracy, L_weighted_accuracy, L_sum_accuracy, L_exponential_accuracy.
assert (D : (0 <= real_of_int (L_weight_depth n) <= 65 + real_of_int n / 64)%R).
{ unfold L_weight_depth, real_of_int. rewrite Z.quot_div_nonneg by lia.
  assert (A : (0 <= n / 64)%Z) by (apply Z.div_pos; lia).
  assert (B : (64 * (n / 64) <= n)%Z) by (apply Z.mul_div_le; lia).
  apply IZR_le in B. rewrite mult_IZR in B. rewrite !plus_IZR.
  assert (C : (0 <= Z.min 64 n <= 64)%Z) by lia. destruct C as (C0 & C1). apply IZR_le in A, C0, C1. lra. }
assert (N : (0 <= real_of_int n <= 268435456)%R) by (unfold real_of_int; split; apply IZR_le; lia).
set (d := real_of_int (L_weight_depth n)) in *. set (k := real_of_int n) in *. clearbody d k. lra.
