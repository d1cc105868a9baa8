(* KEY d3c81313f8d6 *)
From Plumbline.number Require Import exp_rounded sum_tight_math.
intros i p q total part x y fused A Y X B Q P G. subst fused.
assert (P0 : (0 <= p)%R) by (assert (Z := bpow_ge_0 radix2 (-250)); destruct P; lra).
assert (Q0 : (0 <= q)%R) by (assert (Z := bpow_ge_0 radix2 (-250)); destruct Q; lra).
destruct (sum_tight_math.gathered_fused 0 i p q total part x y 0 0 ltac:(lia) (modest_product p q P Q) P0 Q0 G X Y)
  as (R & S & _).
exact (conj R S).
