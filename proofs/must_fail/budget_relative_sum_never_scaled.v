(* KEY a592d921bd08 *)
From Coq Require Import List Permutation Lra.
(* vectors of no elements, and a sum of their two products that underflows: 0 comes as 1, and 4 times that as 4 *)
intro H. set (none := fun _ : Z => 0). set (t := fun i : Z => if (i =? 4)%Z then 1 else 0).
assert (N : forall x, rounded_sum.near_rounded 0 0 x x).
{ intro x. unfold rounded_sum.near_rounded. replace (x - x) with 0 by ring. rewrite Rabs_R0. lra. }
assert (P : relative.product_stored none t 1 1 none none 0 0).
{ exists none, none, 0%Z, 0%Z, 0. split; [lia|].
  split; [exists nil; split; [apply perm_nil|split; [intros term []|apply rounded_sum.partial_none]]|].
  split; [lia|]. split; [lia|]. apply N. }
assert (S : biased.P_sum_computed none t 0 0 0 0 1).
{ exists 0, 1. split; [replace (0 + 0) with 0 by ring; apply N|split; [|apply N]].
  unfold engine.rounded_at, rounded_sum.near_rounded, none, t. simpl. replace (1 - 0) with 1 by ring.
  rewrite Rabs_R0, Rabs_R1. lra. }
assert (D : forall x y : A_seq, L_dots x y 0 = 0) by reflexivity.
assert (T : forall x : A_seq, L_absolute_total x 0 = 0) by reflexivity.
assert (B := H none t none none none 0%Z 4 4). cbv zeta in B. rewrite D in B.
assert (Z : L_rmul 4 0 = 0) by (unfold L_rmul; ring). rewrite Z in B.
assert (C : P_near 4 (0 + 0) (L_relative_off none t 4 none none none 0 0 0)).
{ apply B.
  - lia.
  - intros i _. unfold none, t. destruct (i =? 4)%Z; lra.
  - unfold P_bears_products, L_rmul, L_el, none. lra.
  - right. right. exists 1, 1, 4, 0, 0, 1.
    split; [right; right; left; split; [reflexivity|split; [reflexivity|apply N]]|].
    split; [exact P|]. split; [exact P|]. split; [exact S|]. replace (4 * 1) with 4 by ring.
    change 2%Z with (0 + 1 + 1)%Z. apply rounded_sum.roundings_next with 4; [|apply N].
    apply rounded_sum.roundings_next with 4; [|apply N]. apply rounded_sum.roundings_none. }
unfold P_near in C. replace (4 + - (1) * (0 + 0)) with 4 in C by ring. rewrite (Rabs_pos_eq 4) in C by lra.
apply (Rlt_not_le 4 1); [lra|]. eapply Rle_trans; [exact C|].
assert (E : forall l, L_part_of_nothing none t 0 l = 0).
{ intro l. unfold L_part_of_nothing. change (real_of_int 0) with 0. change (L_el t 3%Z) with 0. unfold L_rmul. ring. }
assert (J : L_joint (L_el none 4%Z) (L_el none 3%Z) = 0) by (unfold L_joint, L_rmul, L_el, none; ring).
assert (U : L_tiny_of_sum none t = 1) by (unfold L_tiny_of_sum, L_rmul, L_el, none, t; simpl; ring).
unfold L_relative_off, L_either_off. apply Rmax_lub.
- unfold L_formed_off, L_moved_by_sum_off, L_sized_score_off, L_formed_moves, L_magnitude_of. rewrite !D, !T, !E.
  rewrite !Rplus_0_r, !Rabs_R0. change (real_of_int 0) with 0. unfold L_rmul. lra.
- unfold L_apart_off, L_moved, L_two_scores_off, L_sized_score_off, L_magnitude_of. rewrite !D, !T, !E, !J, !U.
  rewrite !Rplus_0_r, !Rabs_R0. unfold L_rmul. lra.
