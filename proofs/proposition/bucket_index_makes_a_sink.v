(* KEY df2fac3dfb89 *)
From Plumbline Require Import proposition.first_math proposition.distance_math proposition.bucket_math.
intros a g h1 h2. apply (mean_first_weight g a).
- intros d D. rewrite <- bucket_is_t5 by lia. apply h2; lia.
- intros n N. destruct (h1 (1 + Z.of_nat n)%Z) as (x & m & c & (E & F) & B); [lia|lia|]. unfold L_el in E.
  replace (- (1) + (1 + Z.of_nat n))%Z with (Z.of_nat n) in E by ring.
  rewrite <- E, (weight_of_distance x g m 64 (1 + Z.of_nat n) c 0 F B) by lia.
  replace (-1 + (1 + Z.of_nat n) + -1 * 0)%Z with (Z.of_nat n) by ring. unfold ratio.
  assert (P := Exp_prop.exp_pos (g (Z.of_nat n))). assert (S := exponential_sum_positive g (1 + Z.of_nat n) ltac:(lia)).
  field. split; apply Rgt_not_eq; assumption.
