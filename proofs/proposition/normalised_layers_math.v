(* normalised_layers_math.v - equal vectors through all layers, where weights are divided by what they sum to. *)
From Coq Require Import Reals ZArith Lia Lra FunctionalExtensionality.
Require Import BuiltIn.
From Plumbline.model Require Import sequence sigmoid elu identity normalised laws operators layers normalised_attention.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import laws_math normalised_math.
From Plumbline.proposition Require Import operators_math layers_math order_math.
Open Scope R_scope.

Lemma positive_sum : forall a x m n, positive a -> P_sees m n ->
  sum_below (fun j => if m j then L_normalised_attention a 0 x m n j else 0) n = 1.
Proof.
  intros a x m n P S. rewrite sum_of_visible_below.
  - apply normalised_to_one, Rgt_not_eq, positive_total_visible; assumption.
  - intros j J M. destruct (P x m n j (proj1 J) (proj2 J)) as [Z _]. unfold L_normalised_attention, L_sum_normalised.
    rewrite Z; [apply Rmult_0_l|]. unfold P_among. congruence.
Qed.

Lemma normalised_same_output : forall a, positive a -> same_output (L_normalised_attention a 0).
Proof. intros a P. apply (same_by_sum _ 1). intros x m n S. apply positive_sum; assumption. Qed.

Lemma absolute_same_output : forall a, positive a -> same_output (L_absolute_attention a 0).
Proof.
  intros a P. apply (same_by_sum _ 1). intros x m n S. rewrite <- (positive_sum a x m n P S). apply sum_equal.
  intros j J.
  destruct (m j); [|reflexivity]. apply absolute_is_sum; [exact P|lia|lia].
Qed.

Lemma absolute_function_parts : forall (f : R -> R) c e, f c <> 0 -> 0 < e ->
  parts (L_absolute_attention (fun x m _ i => if m i then f (x i) else 0) e).
Proof.
  intros f c e F P. apply (parts_by _ c (fun k => Rabs (f c) / (IZR k * Rabs (f c) + e))).
  - intros x m n _ E. assert (W := function_weights f x m n c E).
    exact (normalised_repeats _ m n _ e (absolutes_repeat _ m n _ (equal_part _ _ _ _ W))
      (absolutes_else _ m n (other_part _ _ _ _ W))).
  - exists 1%Z. split; [lia|]. simpl. apply shares_differ; [apply Rabs_pos_lt, F|exact P].
Qed.

Lemma at_least_one_function_parts : forall (f : R -> R) c, f c = 1 / 2 ->
  parts (L_at_least_one_attention (fun x m _ i => if m i then f (x i) else 0)).
Proof.
  intros f c F. apply (parts_by _ c (fun k => f c / Rmax (IZR k * Rabs (f c)) 1)).
  - intros x m n _ E. assert (W := function_weights f x m n c E).
    exact (at_least_one_repeats _ m n _ (equal_part _ _ _ _ W) (other_part _ _ _ _ W)).
  - exists 1%Z. split; [lia|]. simpl. rewrite F, (Rabs_pos_eq (1 / 2)) by lra. rewrite !Rmax_right by lra. lra.
Qed.

Lemma sigmoid_half : L_rsigmoid 0 = 1 / 2.
Proof. unfold L_rsigmoid. rewrite Ropp_0, exp_0. lra. Qed.

Lemma elu_half : L_elu_plus_one (ln (1 / 2)) = 1 / 2.
Proof.
  assert (N : ln (1 / 2) < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
  unfold L_elu_plus_one. destruct (Rlt_dec 0 (ln (1 / 2))); [lra|]. apply exp_ln. lra.
Qed.
