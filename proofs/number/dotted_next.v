(* KEY 1f7f7be03852 *)
From Plumbline.number Require Import sum_math.
intros n i exact xx yy x y total part total1 part1 L D (O & E). rewrite Z.add_comm.
assert (ends_is : P_ends i n 16 <-> ends 16 n i) by (unfold P_ends, ends; rewrite (Z.add_comm 1); cbv zeta; tauto).
apply (sum_math.dotted_next n i exact xx yy x y total part total1 part1 L D).
split; intro H; apply ends_is in H || rewrite <- ends_is in H.
- destruct (E H) as (P & T). split; [symmetry; exact T|exact P].
- destruct (O H) as (P & T). split; [exact T|exact P].
