(* KEY 8722167f9302 *)
From Coq Require Import Lra.
From Plumbline Require Import compare.rounded_sum_math.
(* the score 0, and an exponential that may be off by half of itself: e^0 is computed as 3/2, the sigmoid as 2/5 *)
intro H. set (none := fun _ : Z => 0). set (u := fun i : Z => if (i =? 10)%Z then 1 / 2 else 0).
assert (N : forall x, rounded_sum.near_rounded 0 0 x x).
{ intro x. unfold rounded_sum.near_rounded. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
assert (R : forall x, rounded_sum.P_roundings 0 0 4 x x).
{ intro x. replace 4%Z with (0 + 1 + 1 + 1 + 1)%Z by reflexivity.
  do 4 (eapply rounded_sum.roundings_next; [|apply N]). apply rounded_sum.roundings_none. }
assert (G : forall k, L_gamma_up k (L_el u 4) = 0).
{ intro k. unfold L_gamma_up, L_rdiv, L_rmul, L_el, u, Rdiv. simpl. ring. }
assert (E : forall x y, P_rounded_often u none 4 x y -> y = x).
{ intros x y O. unfold P_rounded_often, P_rounded_by, P_near, L_gamma_tiny in O. rewrite !G in O.
  unfold L_rmul, L_el, none in O. simpl in O. assert (A := Rabs_pos (y + - (1) * x)).
  destruct (Req_dec (y + - (1) * x) 0) as [|D]; [lra|]. apply Rabs_pos_lt in D. lra. }
destruct (H u none 0 (2 / 5)) as (a & c & (P & Q) & F).
- unfold P_bears_maps, L_rmul, L_el, u. simpl. lra.
- intros i _. unfold u, none. destruct (i =? 10)%Z; lra.
- exists 0, (3 / 2), (2 / 5). split; [apply R|]. split; [lra|]. split; [left|apply R].
  split; [|field]. unfold rounded_sum.near_rounded, u, none. simpl. rewrite Ropp_0, exp_0, Rabs_R1.
  rewrite Rabs_pos_eq by lra. lra.
- assert (A : a = 0) by (apply E; assumption). assert (C : 2 / 5 = c) by (apply E; assumption).
  rewrite A, <- C in F. unfold P_near, L_rsigmoid, L_el, none in F. rewrite Ropp_0, exp_0 in F.
  replace (2 / 5 + - (1) * (1 / (1 + 1))) with (- (1 / 10)) in F by field. rewrite Rabs_Ropp, Rabs_pos_eq in F by lra.
  lra.
