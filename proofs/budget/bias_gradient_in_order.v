(* KEY a6f3728eb763 *)
From Coq Require Import Lra.
(* the numbers are their own weights, and their products with 1 *)
intros u t x v s n z N UT ONES (S0 & S) Z.
assert (U : forall k h, (0 <= k < 12)%Z -> 0 <= t k + u k * Rabs h).
{ intros k h K. destruct (UT k K). assert (0 <= u k * Rabs h) by (apply Rmult_le_pos; [assumption|apply Rabs_pos]).
  lra. }
apply (Q_value_gradient_in_order u t x v x x s n z); [exact N|exact UT| | |exact Z].
- intros i r I0 I1. unfold r, L_el. replace (x i + - (1) * x i) with 0 by ring. rewrite Rabs_R0.
  assert (A := U 5%Z (x i) ltac:(lia)). lra.
- split; [exact S0|]. intros i a b c I0 I1. unfold a, b, c. clear a b c.
  assert (A := S i I0 I1). assert (O := ONES i I0 I1). cbv zeta in A. unfold L_el in *. split.
  + rewrite (Rplus_comm (x i) (s i)).
    replace (s (1 + i)%Z + - (1) * x i + - (1) * s i) with (s (1 + i)%Z + - (1) * s i + - (1) * x i) by ring. exact A.
  + rewrite O. replace (x i + - (1) * (x i * 1)) with 0 by ring. rewrite Rabs_R0. apply U. lia.
