(* KEY 1df149754b27 *)
From Coq Require Import Lra List Permutation.
From Plumbline Require Import compare.rounded_sum_math.
Import ListNotations.
(* one key, whose weight 1 is stored as 2 *)
intro H. set (none := fun _ : Z => 0). set (u := fun i : Z => if (i =? 5)%Z then 1 else 0).
set (all := fun _ : Z => true). set (one := fun _ : Z => 1).
assert (N : forall x, rounded_sum.near_rounded 0 0 x x).
{ intro x. unfold rounded_sum.near_rounded. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
assert (W : P_near (L_rmul 2 1) (L_weighted one all one 1 0 1) (L_products_off u none (L_visible_count all 1) 4
  (Rmax 1 (Rabs 1)) (L_product_sizes one one all 1) (L_visible_total (L_absolutes one) all 1)
  (L_visible_total (L_absolutes one) all 1))).
{ apply (H u none one one all 1%Z 4%Z 1 2).
  - lia.
  - intros i _. unfold u, none. destruct (i =? 5)%Z; lra.
  - unfold P_bears_sum, L_rmul, L_el, u. simpl. lra.
  - split; [lra|]. left. exists (2 * 1). split; [|lra]. exists (fun _ => 2), one. split.
    + intros j _. unfold engine.rounded_at, u, none, one, visible.L_visible_of. simpl. split; [|apply N].
      unfold rounded_sum.near_rounded. rewrite Rabs_R1. replace (2 - 1) with 1 by ring. rewrite Rabs_R1. lra.
    + exists 0%Z, 0%Z. split; [lia|]. split; [lia|]. exists [(0%Z, 1)]. split; [apply Permutation_refl|].
      split; [intros term [<-|[]]; reflexivity|].
      exact (rounded_sum.partial_term _ _ _ (fun j : Z => 2 * one j) 0%Z). }
unfold P_near, L_products_off, L_products_lost, L_products_relative, L_weight_lost, L_joint, L_gamma_up, L_rdiv, L_rmul,
  L_el, u, none in W. simpl in W.
assert (T : L_weighted one all one 1 0 1 = 1) by (unfold L_weighted, sum_below, all, one; simpl; ring).
rewrite T in W. replace (2 * 1 + - (1) * 1) with 1 in W by ring. rewrite Rabs_R1 in W.
unfold Rdiv in W. rewrite !Rmult_0_r, !Rmult_0_l, !Rplus_0_r, !Rmult_0_l, !Rmult_0_r in W. lra.
