(* map_derivative_math.v - the derivatives of weights that are made of one score each. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Plumbline.model Require Import sequence total slope score_gradient derivative sigmoid elu map_derivative.
From Plumbline.number Require Import sequence_math.
From Plumbline.gradient Require Import derivative_math.
Open Scope R_scope.

Lemma sigmoid_slope_at : forall x, derivable_pt_lim L_rsigmoid x (L_rsigmoid x * (1 - L_rsigmoid x)).
Proof.
  intro x. apply is_derive_Reals. unfold L_rsigmoid. assert (E := exp_pos (- x)). auto_derive; [lra|]. field. lra.
Qed.

(* what is g near x has its derivative *)
Lemma slope_nearby : forall f g x l (d : posreal), (forall h, Rabs h < d -> f (x + h) = g (x + h)) ->
  derivable_pt_lim g x l -> derivable_pt_lim f x l.
Proof.
  intros f g x l d N G e E. destruct (G e E) as (c & C). assert (P : 0 < Rmin c d) by (apply Rmin_pos; apply cond_pos).
  exists (mkposreal _ P). intros h H B. simpl in B.
  assert (L := Rmin_l c d). assert (R := Rmin_r c d).
  assert (Z : f x = g x).
  { assert (Q := N 0). rewrite Rabs_R0, Rplus_0_r in Q. apply Q, cond_pos. }
  rewrite Z, (N h) by lra. apply C; [exact H|lra].
Qed.

Lemma slope_of_identity : forall x, derivable_pt_lim (fun y => y) x 1.
Proof. intro x. apply (derivable_pt_lim_id x). Qed.

Lemma elu_slope_at : forall x, x <> 0 -> derivable_pt_lim L_elu_plus_one x (Rmin (L_elu_plus_one x) 1).
Proof.
  intros x N. destruct (Rlt_dec 0 x) as [P|P].
  - replace (Rmin (L_elu_plus_one x) 1) with 1.
    + apply (slope_nearby _ (fun y => y + 1) _ _ (mkposreal x P)).
      * intros h H. simpl in H. apply Rabs_def2 in H. unfold L_elu_plus_one.
        destruct (Rlt_dec 0 (x + h)); [reflexivity|lra].
      * assert (D := derivable_pt_lim_plus (fun y => y) (fct_cte 1) x 1 0 (slope_of_identity x)
          (derivable_pt_lim_const 1 x)). rewrite Rplus_0_r in D. exact D.
    + unfold L_elu_plus_one. destruct (Rlt_dec 0 x); [|lra]. rewrite Rmin_right by lra. reflexivity.
  - assert (M : 0 < - x) by lra. replace (Rmin (L_elu_plus_one x) 1) with (exp x).
    + apply (slope_nearby _ exp _ _ (mkposreal (- x) M)).
      * intros h H. simpl in H. apply Rabs_def2 in H. unfold L_elu_plus_one.
        destruct (Rlt_dec 0 (x + h)); [lra|reflexivity].
      * apply derivable_pt_lim_exp.
    + unfold L_elu_plus_one. destruct (Rlt_dec 0 x); [lra|]. rewrite Rmin_left; [reflexivity|].
      rewrite <- exp_0. left. apply exp_increasing. lra.
Qed.

Lemma relu_slope_at : forall x, x <> 0 -> derivable_pt_lim (fun y => Rmax y 0) x (if Rlt_dec 0 x then 1 else 0).
Proof.
  intros x N. destruct (Rlt_dec 0 x) as [P|P].
  - apply (slope_nearby _ (fun y => y) _ _ (mkposreal x P)); [|apply slope_of_identity].
    intros h H. simpl in H. apply Rabs_def2 in H. apply Rmax_left. lra.
  - assert (M : 0 < - x) by lra. apply (slope_nearby _ (fun _ => 0) _ _ (mkposreal (- x) M)).
    + intros h H. simpl in H. apply Rabs_def2 in H. apply Rmax_right. lra.
    + apply (derivable_pt_lim_const 0).
Qed.

Lemma slope_of_map : forall (f : R -> R) (x : A_path) t slope j l, derivable_pt_lim (fun t => x t j) t slope ->
  derivable_pt_lim f (x t j) l -> derivable_pt_lim (fun t => f (x t j)) t (slope * l).
Proof.
  intros f x t slope j l S F. rewrite Rmult_comm. exact (derivable_pt_lim_comp (fun t => x t j) f t slope l S F).
Qed.

Lemma weighed_slope : forall (w : A_path) e y m n t, path_slopes w t e m n ->
  derivable_pt_lim (L_weighed_loss w y m n) t (L_visible_total (L_products e y) m n).
Proof.
  intros w e y m n t S. unfold L_weighed_loss, L_visible_total. apply slope_of_sum. intros j J.
  unfold L_products. destruct (m j) eqn:M; [|apply (derivable_pt_lim_const 0)].
  apply slope_times. exact (S j J M).
Qed.
