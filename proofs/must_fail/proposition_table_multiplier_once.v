(* KEY 49ea450d928a *)
(* one position, the multiplier 2 and vectors of length 1: the score is 4, not at most 2 *)
From Plumbline Require Import position.rotation_math position.rope_math must_fail.row_witness.
intro H. cbv zeta in H.
set (q := two 1 0).
specialize (H (constant 4) q q (constant 0) 1%Z 0%Z 1%Z 1 2 Rle_0_1).
assert (L : L_vector_length q 2 = 1).
{ unfold L_vector_length, L_rsqrt, L_dots, sum_below, q, two. simpl.
  match goal with |- sqrt ?s = _ => replace s with 1 by ring end. exact R_sqrt.sqrt_1. }
assert (S : P_rope_multiplied (constant 4) q q (constant 0) 1 2 0 1 2 1).
{ split; [lia|]. intros j J K. replace j with 0%Z by lia. unfold L_el. change L_at_position with positioned.
  rewrite dots_of_positioned by lia. unfold constant, beyond, sum_below, common, crossing, q, two. simpl.
  rewrite Rmult_0_l. unfold L_turn_cosine, L_turn_sine. rewrite Rmult_0_r, cos_0, sin_0. ring. }
specialize (H S 0%Z). cbv zeta in H. change (2 * 1)%Z with 2%Z in H. rewrite !L in H. unfold L_el, constant in H.
destruct (H ltac:(lia) ltac:(lia)). lra.
