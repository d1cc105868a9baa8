(* KEY b00a86896a41 *)
From Plumbline Require Import must_fail.number_witness.
(* Two balls of middle 0 and radius 1, and 1 in both: the product is 1, and that of the middles 0. *)
intro H.
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
specialize (H 1%Z (fun _ => 0) (fun _ => 1) (fun _ => 1) (fun _ => 0) (fun _ => 1) (fun _ => 1) 0 1 0 1 0 0)%R.
cbv zeta in H. unfold P_surround, P_near, L_el, L_rmul, L_dots, sum_below in H. simpl total in H.
replace (0 + 0 * 0)%R with 0%R in H by ring. replace (0 + 1 * 1)%R with 1%R in H by ring.
assert (D : P_dotted 1 1 0 0 0 0 0).
{ split; [lia|]. split; [lra|]. split; [lra|]. exists 0%R. split; [lra|]. right. split; [reflexivity|].
  apply nothing_yet; [discriminate|lia]. }
assert (S : forall i : Z, (0 <= i)%Z -> (i < 1)%Z -> (Rabs (1 + - (1) * 0) <= 1)%R)
  by (intros; rewrite Rmult_0_r, Rplus_0_r, Rabs_R1; lra).
specialize (H ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lia) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)
  ltac:(lia) S S D).
unfold L_ball_dot_radius, L_sum_up, L_rounded_sum, L_rounded_product in H.
rewrite !Rmult_0_r, Rmult_0_l, rnd_zero, !Rplus_0_r, rnd_zero, up_is, upward_zero in H.
assert (L := least_tiny). apply Rabs_le_inv in H. lra.
