(* divided_derivative_math.v - the derivatives of weights that are divided by a number of all of them, or cut. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Plumbline.model Require Import sequence total slope score_gradient derivative map_derivative divided_gradient
  divided_derivative.
From Plumbline.number Require Import sequence_math.
From Plumbline.compare Require Import sums_math.
From Plumbline.gradient Require Import derivative_math map_derivative_math.
Open Scope R_scope.

Lemma visible_slope : forall (a : A_path) e m n t, path_slopes a t e m n ->
  derivable_pt_lim (fun t => L_visible_total (a t) m n) t (L_visible_total e m n).
Proof.
  intros a e m n t S. unfold L_visible_total. apply slope_of_sum. intros j J.
  destruct (m j) eqn:M; [exact (S j J M)|apply (derivable_pt_lim_const 0)].
Qed.

Lemma sum_curve_slope : forall (a : A_path) e m n c t, path_slopes a t e m n ->
  derivable_pt_lim (L_sum_curve a m n c) t (L_visible_total e m n).
Proof.
  intros a e m n c t S. assert (D := derivable_pt_lim_plus _ (fct_cte c) t _ 0 (visible_slope a e m n t S)
    (derivable_pt_lim_const c t)). rewrite Rplus_0_r in D. exact D.
Qed.

(* what is g near x has its derivative: of max(|x|, 1) that of x, of -x, of 1 *)
Lemma at_least_one_slope_at : forall x, Rabs x <> 1 ->
  derivable_pt_lim (fun x => Rmax (Rabs x) 1) x (L_at_least_one_slope x).
Proof.
  intros x N. unfold L_at_least_one_slope. destruct (Rlt_dec 1 x) as [A|A].
  - assert (P : 0 < x - 1) by lra. apply (slope_nearby _ (fun y => y) _ _ (mkposreal _ P)); [|apply slope_of_identity].
    intros h H. simpl in H. apply Rabs_def2 in H. rewrite Rabs_pos_eq by lra. apply Rmax_left. lra.
  - destruct (Rlt_dec x (- (1))) as [B|B].
    + assert (P : 0 < - x - 1) by lra. apply (slope_nearby _ (fun y => - y) _ _ (mkposreal _ P)).
      * intros h H. simpl in H. apply Rabs_def2 in H. rewrite Rabs_left by lra. apply Rmax_left. lra.
      * apply (derivable_pt_lim_opp (fun y => y)). apply slope_of_identity.
    + assert (C : Rabs x < 1).
      { assert (Rabs x <= 1) by (apply Rabs_le; lra). lra. }
      assert (P : 0 < 1 - Rabs x) by lra. apply (slope_nearby _ (fun _ => 1) _ _ (mkposreal _ P)).
      * intros h H. simpl in H. apply Rmax_right. assert (T := Rabs_triang x h). lra.
      * apply (derivable_pt_lim_const 1).
Qed.

Lemma at_least_one_curve_slope : forall (a : A_path) e m n t, Rabs (L_visible_total (a t) m n) <> 1 ->
  path_slopes a t e m n ->
  derivable_pt_lim (L_at_least_one_curve a m n) t
    (L_at_least_one_slope (L_visible_total (a t) m n) * L_visible_total e m n).
Proof.
  intros a e m n t N S.
  exact (derivable_pt_lim_comp (fun t => L_visible_total (a t) m n) (fun x => Rmax (Rabs x) 1) t _ _
    (visible_slope a e m n t S) (at_least_one_slope_at _ N)).
Qed.

Lemma divided_slope : forall (a : A_path) (d : A_curve) e y m n sigma t, d t <> 0 -> path_slopes a t e m n ->
  derivable_pt_lim d t (sigma * L_visible_total e m n) ->
  derivable_pt_lim (L_weighed_loss (L_divided_path a d) y m n) t
    (L_visible_total (L_divided_gradients e y (sigma * L_visible_total (L_products (L_divided_path a d t) y) m n)
                                          (d t)) m n).
Proof.
  intros a d e y m n sigma t N S D. set (delta := L_visible_total (L_products (L_divided_path a d t) y) m n).
  assert (W : path_slopes (L_divided_path a d) t
    (fun j => (e j * d t - sigma * L_visible_total e m n * a t j) / Rsqr (d t)) m n).
  { intros j J M. exact (derivable_pt_lim_div (fun t => a t j) d t _ _ (S j J M) D N). }
  replace (L_visible_total (L_divided_gradients e y (sigma * delta) (d t)) m n) with
    (L_visible_total (L_products (fun j => (e j * d t - sigma * L_visible_total e m n * a t j) / Rsqr (d t)) y) m n);
    [exact (weighed_slope _ _ y m n t W)|].
  set (total := L_visible_total e m n). unfold L_visible_total.
  rewrite (sum_same n _ (fun j => / d t * (if m j then e j * y j else 0) +
    - (sigma * total * / d t) * (if m j then L_divided_path a d t j * y j else 0))).
  2: { intros j J. unfold L_products, L_divided_path, Rsqr. destruct (m j); [|ring]. field. exact N. }
  rewrite (sum_same n (fun j => if m j then L_divided_gradients e y (sigma * delta) (d t) j else 0)
    (fun j => / d t * (if m j then e j * y j else 0) + - (sigma * delta * / d t) * (if m j then e j else 0))).
  2: { intros j J. unfold L_divided_gradients. destruct (m j); [|ring]. field. exact N. }
  rewrite !sum_plus, !sum_factor. unfold total, delta, L_visible_total, L_products. ring.
Qed.

Lemma cut_slope_at : forall x, x <> 0 -> x <> 1 -> derivable_pt_lim (fun x => Rmin 1 (Rmax 0 x)) x (L_unit_step x).
Proof.
  intros x N O. unfold L_unit_step. destruct (Rlt_dec 0 x) as [A|A].
  - destruct (Rlt_dec x 1) as [B|B].
    + assert (P : 0 < Rmin x (1 - x)) by (apply Rmin_pos; lra).
      apply (slope_nearby _ (fun y => y) _ _ (mkposreal _ P)); [|apply slope_of_identity].
      intros h H. simpl in H. assert (L := Rmin_l x (1 - x)). assert (R := Rmin_r x (1 - x)). apply Rabs_def2 in H.
      rewrite Rmax_right by lra. apply Rmin_right. lra.
    + assert (P : 0 < x - 1) by lra. apply (slope_nearby _ (fun _ => 1) _ _ (mkposreal _ P)).
      * intros h H. simpl in H. apply Rabs_def2 in H. rewrite Rmax_right by lra. apply Rmin_left. lra.
      * apply (derivable_pt_lim_const 1).
  - assert (P : 0 < - x) by lra. apply (slope_nearby _ (fun _ => 0) _ _ (mkposreal _ P)).
    + intros h H. simpl in H. apply Rabs_def2 in H. rewrite Rmax_left by lra. apply Rmin_right. lra.
    + apply (derivable_pt_lim_const 0).
Qed.

Lemma clipped_slope : forall (p : A_path) gamma zeta t slope j, p t j * (zeta - gamma) + gamma <> 0 ->
  p t j * (zeta - gamma) + gamma <> 1 -> derivable_pt_lim (fun t => p t j) t slope ->
  derivable_pt_lim (fun t => L_clipped_path p gamma zeta t j) t
    (slope * (L_unit_step (p t j * (zeta - gamma) + gamma) * (zeta - gamma))).
Proof.
  intros p gamma zeta t slope j N O S.
  assert (L := derivable_pt_lim_plus _ (fct_cte gamma) t _ 0 (slope_times _ t slope (zeta - gamma) S)
    (derivable_pt_lim_const gamma t)). rewrite Rplus_0_r in L.
  assert (C := derivable_pt_lim_comp (fun t => p t j * (zeta - gamma) + gamma) (fun x => Rmin 1 (Rmax 0 x)) t _ _ L
    (cut_slope_at _ N O)).
  replace (slope * (L_unit_step (p t j * (zeta - gamma) + gamma) * (zeta - gamma))) with
    (L_unit_step (p t j * (zeta - gamma) + gamma) * (slope * (zeta - gamma))) by ring.
  exact C.
Qed.

Lemma square_slope_at : forall x, derivable_pt_lim (fun x => Rmax x 0 * Rmax x 0) x (Rmax x 0 * 2).
Proof.
  intro x. destruct (Req_dec x 0) as [Z|N].
  - subst x. rewrite Rmax_left, Rmult_0_l by lra. intros e E. exists (mkposreal e E). intros h H B. simpl in B.
    rewrite Rplus_0_l, (Rmax_left 0 0), Rmult_0_l, !Rminus_0_r by lra.
    destruct (Rle_lt_dec h 0) as [L|G].
    + rewrite Rmax_right, Rmult_0_l by lra. unfold Rdiv. rewrite Rmult_0_l, Rabs_R0. exact E.
    + rewrite Rmax_left by lra. replace (h * h / h) with h by (field; exact H). exact B.
  - assert (D := derivable_pt_lim_mult _ _ x _ _ (relu_slope_at x N) (relu_slope_at x N)).
    replace (Rmax x 0 * 2) with ((if Rlt_dec 0 x then 1 else 0) * Rmax x 0 + Rmax x 0 * (if Rlt_dec 0 x then 1 else 0));
      [exact D|].
    destruct (Rlt_dec 0 x); [ring|]. rewrite Rmax_right by lra. ring.
Qed.
