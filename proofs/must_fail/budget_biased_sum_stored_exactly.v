(* KEY a0d3500f8878 *)
From Plumbline Require Import compare.rounded_sum_math.
(* 0 + 1 is stored as 2, in scores of the unit 1 *)
intro H. set (u := fun i : Z => if (i =? 3)%Z then 1 else 0). set (t := fun _ : Z => 0).
assert (C := H u t 0 0 0 0 0 1 1 0 2). cbv zeta in C.
assert (N : P_near 2 (0 + 1) (L_sum_off u t 0 0 (0 + 0) (Rabs (0 + 1)))).
{ apply C.
  - lra.
  - intros i I. unfold u, t. destruct (i =? 3)%Z; lra.
  - unfold P_near. replace (1 + - (1) * 1) with 0 by ring. rewrite Rabs_R0. lra.
  - unfold P_near. replace (0 + - (1) * 0) with 0 by ring. rewrite Rabs_R0. lra.
  - exists 1, 1. repeat split.
    + unfold rounded_sum.near_rounded. replace (1 - (0 + 1)) with 0 by ring. rewrite Rabs_R0. lra.
    + change (rounded_sum.near_rounded 0 0 1 1). unfold rounded_sum.near_rounded.
      replace (1 - 1) with 0 by ring. rewrite Rabs_R0. lra.
    + change (rounded_sum.near_rounded 1 0 1 2). unfold rounded_sum.near_rounded.
      replace (2 - 1) with 1 by ring. rewrite Rabs_R1. lra. }
unfold P_near in N. assert (W : L_sum_off u t 0 0 (0 + 0) (Rabs (0 + 1)) = 0).
{ unfold L_sum_off, L_moved, L_tiny_of_sum, L_rmul, L_el, u, t. cbn [Z.eqb Pos.eqb]. ring. }
rewrite W in N. replace (2 + - (1) * (0 + 1)) with 1 in N by ring. rewrite Rabs_R1 in N. lra.
