(* KEY e5752ee3cdc9 *)
From Plumbline.number Require Import exp_rounded sum_math sum_tight_math.
intros n i p q total part x y total1 part1 size A Y X B Q P G (O & E). subst size. rewrite (Z.add_comm 1).
assert (P0 : (0 <= p)%R) by (assert (Z := bpow_ge_0 radix2 (-250)); destruct P; lra).
assert (Q0 : (0 <= q)%R) by (assert (Z := bpow_ge_0 radix2 (-250)); destruct Q; lra).
assert (ends_is : P_ends i n 16 <-> ends 16 n i) by (unfold P_ends, ends; rewrite (Z.add_comm 1); cbv zeta; tauto).
apply (proj2 (proj2 (sum_tight_math.gathered_fused n i p q total part x y total1 part1 ltac:(lia)
  (modest_product p q P Q) P0 Q0 G X Y))).
split; intro H; apply ends_is in H || rewrite <- ends_is in H.
- destruct (E H) as (S & T). split; [symmetry; exact T|exact S].
- destruct (O H) as (S & T). split; [exact T|exact S].
