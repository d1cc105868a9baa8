(* KEY 31b4e4e638e9 *)
From Plumbline Require Import compare.rounded_sum_math.
(* nothing is rounded, and a row's number that is 0 comes as 1 *)
intro H. set (none := fun _ : Z => 0).
assert (S : forall x, rounded_sum.near_rounded 0 0 x x).
{ intro x. unfold rounded_sum.near_rounded. replace (x - x) with 0 by ring. rewrite Rabs_R0. lra. }
assert (B : P_near 1 (0 + 0) (L_added_off none none (Rabs 0) (Rabs (0 + 0)))).
{ apply (H none none 1 0 1 0 1).
  - intros i _. unfold none. lra.
  - unfold P_near. replace (1 + - (1) * 0) with 1 by ring. rewrite Rabs_R1. lra.
  - exists 1, 1, 1. split; [left; apply S|]. split; [|split; left; apply S].
    replace (0 + 1) with 1 by ring. apply S. }
assert (U : L_tensor_unit none = 0) by (unfold L_tensor_unit, L_el, none; apply Rmax_left; lra).
assert (T : L_tensor_tiny none = 0) by (unfold L_tensor_tiny, L_el, none; apply Rmax_left; lra).
unfold P_near, L_added_off, L_rotated_stored, L_in_tensor_off, L_moved in B.
change (L_el none 4%Z) with 0 in B. rewrite U, T in B. unfold L_rmul in B.
replace (1 + - (1) * (0 + 0)) with 1 in B by ring. rewrite Rabs_R1, Rplus_0_r, Rabs_R0 in B. ring_simplify in B. lra.
