(* KEY f9594d4a6250 *)
From Plumbline.number Require Import sum_math.
From Plumbline.aggregate Require Import sharp_math.
intros n i exact sum part spread sum1 part1 L D (O & E). rewrite Z.add_comm.
assert (ends_is : P_ends i n 16 <-> ends 16 n i) by (unfold P_ends, ends; rewrite (Z.add_comm 1); cbv zeta; tauto).
apply (sharp_math.sharpened_skips n i _ exact sum part spread sum1 part1 L D).
split; intro H; apply ends_is in H || rewrite <- ends_is in H.
- destruct (E H) as (P & T). split; [symmetry; exact T|exact P].
- destruct (O H) as (P & T). split; [exact T|exact P].
