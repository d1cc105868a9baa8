(* KEY c7852f219392 *)
From Plumbline.number Require Import upward_math sum_math.
intros n i exact sum part spread share largest sum1 part1 spread1 share1 largest1 (O & E) P (U & G). rewrite Z.add_comm.
assert (ends_is : forall b, P_ends i n b <-> ends b n i) by (intro b; unfold P_ends, ends; rewrite (Z.add_comm 1);
  cbv zeta; tauto).
apply (sum_math.blended_closes n i _ exact sum part spread share largest sum1 part1 spread1 share1 largest1 P).
- split; intro H; rewrite <- ends_is in H.
  + destruct (E H) as (A & T). split; [symmetry; exact T|exact A].
  + destruct (O H) as (A & T). split; [exact T|exact A].
- split; intro H; rewrite <- ends_is in H.
  + destruct (G H) as ((C & B) & A). repeat split; [symmetry; exact A|rewrite <- least_literal; exact B|exact C].
  + destruct (U H) as ((C & B) & A). repeat split; assumption.
