(* layers_math.v - equal vectors through all layers, and what ends their equality. *)
From Coq Require Import Reals ZArith Lia Lra Bool FunctionalExtensionality.
Require Import BuiltIn.
From Plumbline.model Require Import sequence angle learned sinusoidal sink_softmax sigmoid elu identity scaled clipped.
From Plumbline.model Require Import softpick power_softmax normalised laws operators layers.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import laws_math normalised_math.
From Plumbline.proposition Require Import operators_math.
Open Scope R_scope.

Definition all_states (v : A_states) (m : A_subset) (n : Z) (u : A_seq) : Prop :=
  forall i, (0 <= i)%Z -> (i < n)%Z -> P_among m i -> v i = u.
Definition same_output (a : A_attention) : Prop :=
  forall (x y u : A_seq) (m k : A_subset) (v w : A_states) (n p : Z), P_sees k p -> P_sees m n ->
  all_states v m n u -> all_states w k p u -> L_row_output a y k w p = L_row_output a x m v n.
Definition parts (a : A_attention) : Prop := exists (g : A_network) (e : A_states),
  (forall i, (0 <= i)%Z -> e i = e 0%Z) /\ exists i, L_hidden g a e 1%Z i <> L_hidden g a e 1%Z 0%Z /\ (0 <= i)%Z.

(* ---- the induction ---- *)

Lemma sees_itself : forall y head t, (0 <= t)%Z -> P_sees (visible y head t) (1 + t)%Z.
Proof. intros y head t T. exists t. repeat split; [exact T|lia|]. unfold P_among, visible. rewrite Z.eqb_refl.
  reflexivity. Qed.

Lemma layer_keeps_equality : forall y a h, same_output a -> (forall t, (0 <= t)%Z -> h t = h 0%Z) ->
  forall t, (0 <= t)%Z -> after y a h t = after y a h 0%Z.
Proof.
  intros y a h S E t T. unfold after. rewrite (E t T). f_equal. apply functional_extensionality. intro head.
  unfold head_output. apply (S _ _ (value y head (h 0%Z))); try (apply sees_itself; lia);
    intros j J L M; rewrite (E j J); reflexivity.
Qed.

Lemma equality_lasts : forall g a e, same_output a -> (forall t, (0 <= t)%Z -> e t = e 0%Z) ->
  forall layers t, (0 <= t)%Z -> L_hidden g a e layers t = L_hidden g a e layers 0%Z.
Proof.
  intros g a e S E layers. unfold L_hidden. induction (Z.to_nat layers) as [|k IH]; simpl; [exact E|].
  apply layer_keeps_equality; assumption.
Qed.

Lemma parted_by_output : forall a, parts a -> ~ same_output a.
Proof. intros a (g & e & E & i & D & I) S. apply D. exact (equality_lasts g a e S E 1 i I). Qed.

(* ---- attention whose output for equal values is its own ---- *)

Lemma output_of_states : forall (a : A_attention) x m v n u c, all_states v m n u ->
  L_row_output a x m v n c = sum_below (fun j => if m j then a x m n j else 0) n * u c.
Proof.
  intros a x m v n u c V. unfold L_row_output. rewrite (sum_equal _ (fun j => u c * (if m j then a x m n j else 0))).
  - unfold sum_below. rewrite (total_factor (u c) _ (fun j => if m j then a x m n j else 0)) by reflexivity.
    apply Rmult_comm.
  - intros j J. destruct (m j) eqn:M; [|ring]. rewrite (V j (proj1 J) (proj2 J) M). ring.
Qed.

Lemma same_by_sum : forall (a : A_attention) s,
  (forall x m n, P_sees m n -> sum_below (fun j => if m j then a x m n j else 0) n = s) -> same_output a.
Proof.
  intros a s H x y u m k v w n p K M V W. apply functional_extensionality. intro c.
  rewrite (output_of_states a y k w p u c W), (output_of_states a x m v n u c V), !H by assumption. reflexivity.
Qed.

Lemma softmax_gives : forall x u m v n c, P_sees m n -> all_states v m n u ->
  L_row_output L_softmax_attention x m v n c = u c.
Proof.
  intros x u m v n c S V. rewrite (output_of_states _ x m v n u c V). unfold L_softmax_attention.
  rewrite visible_softmax_sum by exact S. ring.
Qed.

Lemma softmax_same : same_output L_softmax_attention.
Proof. apply (same_by_sum _ 1). intros x m n S. apply visible_softmax_sum, S. Qed.

Lemma scaled_same : forall alpha, same_output (L_scaled_attention alpha).
Proof.
  intro alpha. apply (same_by_sum _ alpha). intros x m n S. unfold L_scaled_attention. rewrite sum_of_visible.
  - rewrite scaled_total, softmax_total by exact S. ring.
  - intros j M. unfold L_scaled_weights. rewrite softmax_skips by exact M. ring.
Qed.

(* weights above 0, divided by their sum *)
Lemma normalised_same : forall f : R -> R, (forall r, 0 < f r) ->
  same_output (L_normalised_attention (fun x m _ i => if m i then f (x i) else 0) 0).
Proof.
  intros f P. apply (same_by_sum _ 1). intros x m n (j & J & L & M). unfold L_normalised_attention.
  assert (positive : forall i, 0 <= (if m i then f (x i) else 0)) by (intro i; destruct (m i); [left; apply P|lra]).
  rewrite sum_of_visible.
  - apply normalised_to_one. apply Rgt_not_eq. eapply Rlt_le_trans; [apply (P (x j))|].
    replace (f (x j)) with (if m j then f (x j) else 0) by (rewrite (among_true _ _ M); reflexivity).
    apply (total_has_term _ positive). lia.
  - intros i I. unfold L_sum_normalised. rewrite I. apply Rmult_0_l.
Qed.

Lemma sigmoid_positive : forall r, 0 < L_rsigmoid r.
Proof. intro r. assert (P := exp_pos (- r)). unfold L_rsigmoid. apply Rdiv_lt_0_compat; lra. Qed.

Lemma elu_positive : forall r, 0 < L_elu_plus_one r.
Proof. intro r. unfold L_elu_plus_one. destruct (Rlt_dec 0 r); [lra|apply exp_pos]. Qed.

(* ---- attention whose output knows the number of keys: one head, every score c, values and embeddings all ones ---- *)

Definition ones : A_states := fun _ _ => 1.
Definition flat (c : R) : A_network := fun _ =>
  {| score := fun _ _ _ _ _ => c; shows := fun _ _ _ => true; value := fun _ h => h; update := fun _ o => o 0%Z |}.

Lemma flat_output : forall (a : A_attention) c (w : Z -> R) t, (0 <= t)%Z ->
  (forall x m n, P_sees m n -> equal_on x m n c -> equal_on (a x m n) m n (w (L_visible_count m n))) ->
  L_hidden (flat c) a ones 1%Z t 0%Z = IZR (1 + t) * w (1 + t)%Z.
Proof.
  intros a c w t T W. set (m := visible (flat c 0%Z) 0%Z t).
  assert (A : forall j, P_among m j) by (intro j; apply orb_true_r).
  assert (N : L_visible_count m (1 + t)%Z = (1 + t)%Z) by (apply count_all; [lia|intros; apply A]).
  change (L_row_output a (fun _ => c) m ones (1 + t)%Z 0%Z = IZR (1 + t) * w (1 + t)%Z).
  rewrite (output_of_states a _ m ones (1 + t)%Z (fun _ => 1)) by (intros j J L M; reflexivity).
  rewrite (sum_repeats m (a (fun _ => c) m (1 + t)%Z) (w (1 + t)%Z)), N; [ring|].
  assert (B := W (fun _ => c) m (1 + t)%Z (sees_itself (flat c 0%Z) 0%Z t T) (fun _ _ _ _ => eq_refl)). rewrite N in B.
  exact B.
Qed.

Lemma parts_by : forall (a : A_attention) c (w : Z -> R),
  (forall x m n, P_sees m n -> equal_on x m n c -> equal_on (a x m n) m n (w (L_visible_count m n))) ->
  (exists t, (0 <= t)%Z /\ IZR (1 + t) * w (1 + t)%Z <> w 1%Z) -> parts a.
Proof.
  intros a c w W (t & T & D). exists (flat c), ones. split; [reflexivity|]. exists t. split; [|exact T].
  intro E. apply D. rewrite <- (flat_output a c w t T W), E, (flat_output a c w 0%Z ltac:(lia) W). simpl. ring.
Qed.

Lemma function_parts : forall (f : R -> R) c, f c <> 0 -> parts (fun x m _ i => if m i then f (x i) else 0).
Proof.
  intros f c N. apply (parts_by _ c (fun _ => f c)).
  - intros x m n _ E. exact (equal_part _ _ _ _ (function_weights f x m n c E)).
  - exists 1%Z. split; [lia|]. simpl. lra.
Qed.

(* a share with an epsilon in its denominator *)
Lemma shares_differ : forall a e, 0 < a -> 0 < e -> 2 * (a / (2 * a + e)) <> a / (1 * a + e).
Proof.
  intros a e A E F. assert (P : 0 < a * e) by (apply Rmult_lt_0_compat; assumption).
  assert (X : 2 * (a / (2 * a + e)) * ((2 * a + e) * (1 * a + e)) = 2 * a * (1 * a + e)) by (field; lra).
  assert (Y : a / (1 * a + e) * ((2 * a + e) * (1 * a + e)) = a * (2 * a + e)) by (field; lra).
  rewrite F in X. lra.
Qed.

Lemma sink_parts : forall s, parts (L_sink_attention s).
Proof.
  intro s. apply (parts_by _ 0 (fun k => exp 0 / (IZR k * exp 0 + exp s))).
  - intros x m n _ E. exact (sink_softmax_repeats x m n 0 s E).
  - exists 1%Z. split; [lia|]. simpl. rewrite exp_0. apply shares_differ; [lra|apply exp_pos].
Qed.

Lemma power_parts : forall p, 0 < p -> p <> 1 -> parts (L_power_attention p).
Proof.
  intros p P N. apply (parts_by _ 0 (fun k => Rpower (IZR k) (-1 / p))).
  - intros x m n _ E. exact (power_repeats x m p n 0 P E).
  - exists 1%Z. split; [lia|]. simpl. intro E. assert (L : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
    apply (f_equal ln) in E. unfold Rpower in E. rewrite ln_mult, !ln_exp, ln_1 in E by (try apply exp_pos; lra).
    apply N. apply Rmult_eq_reg_r with (ln 2); [|lra]. apply Rmult_eq_reg_l with (/ p); [|apply Rinv_neq_0_compat; lra].
    replace (/ p * (p * ln 2)) with (ln 2) by (field; lra). unfold Rdiv in E. lra.
Qed.

Lemma clipped_parts : forall gamma zeta, gamma < 0 -> 1 <= zeta -> parts (L_clipped_attention gamma zeta).
Proof.
  intros gamma zeta G Z. apply (parts_by _ 0 (fun k => Rmin 1 (Rmax 0 ((zeta - gamma) / IZR k + gamma)))).
  - intros x m n _ E. exact (clipped_repeats x m n 0 gamma zeta E).
  - destruct (quotient_vanishes (zeta - gamma) (- gamma) ltac:(lra)) as [N H].
    exists (Z.max 0 N). split; [lia|]. destruct (H (1 + Z.max 0 N)%Z ltac:(lia)) as [_ Q].
    rewrite clip_low by lra. rewrite clip_high by (unfold Rdiv; rewrite Rinv_1; lra). lra.
Qed.

Lemma softpick_parts : forall e, 0 < e -> parts (L_softpick_attention e).
Proof.
  intros e P. apply (parts_by _ 1 (fun k => (1 - exp (- (1))) / (IZR k * (1 - exp (- (1))) + e))).
  - intros x m n _ E. exact (softpick_repeats x m n 1 e Rlt_0_1 E).
  - exists 1%Z. split; [lia|]. simpl. apply shares_differ; [apply excess_above, Rlt_0_1|exact P].
Qed.

Lemma normalised_parts : forall (f : R -> R) c e, 0 < f c -> 0 < e ->
  parts (L_normalised_attention (fun x m _ i => if m i then f (x i) else 0) e).
Proof.
  intros f c e F P. apply (parts_by _ c (fun k => f c / (IZR k * f c + e))).
  - intros x m n _ E. assert (W := function_weights f x m n c E).
    exact (normalised_repeats _ m n (f c) e (equal_part _ _ _ _ W) (other_part _ _ _ _ W)).
  - exists 1%Z. split; [lia|]. simpl. apply shares_differ; assumption.
Qed.

(* ---- absolute positions ---- *)

Lemma rows_part : forall x row other c, row c <> other c -> L_with_row x row <> L_with_row x other.
Proof. intros x row other c D E. apply D. apply (f_equal (fun s => s c)) in E. unfold L_with_row in E. lra. Qed.

Lemma sine_moves : forall r, 0 < r -> r < 1 / 2 -> L_turn_sine (r * 1) <> L_turn_sine (r * 0).
Proof.
  intros r P L. unfold L_turn_sine. rewrite !Rmult_0_r, sin_0, Rmult_1_r. apply Rgt_not_eq.
  assert (Q := PI_RGT_0). apply sin_gt_0; [apply Rmult_lt_0_compat; lra|].
  replace PI with (2 * PI * (1 / 2)) at 2 by field. apply Rmult_lt_compat_l; lra.
Qed.

(* one head that looks at all keys alike, added to the vector: the difference of two vectors grows by half in each
   layer *)
Definition additive : A_network := fun _ =>
  {| score := fun _ _ _ _ _ => 0; shows := fun _ _ _ => true; value := fun _ h => h;
     update := fun h o c => h c + o 0%Z c |}.

Lemma additive_output : forall y h t c, y = additive 0%Z -> (0 <= t)%Z ->
  head_output y L_softmax_attention h t 0%Z c = sum_below (fun j => h j c) (1 + t)%Z / IZR (1 + t).
Proof.
  intros y h t c -> T. set (m := visible (additive 0%Z) 0%Z t).
  assert (A : forall j, P_among m j) by (intro j; apply orb_true_r).
  assert (N : L_visible_count m (1 + t)%Z = (1 + t)%Z) by (apply count_all; [lia|intros; apply A]).
  change (L_row_output L_softmax_attention (fun _ => 0) m h (1 + t)%Z c =
    sum_below (fun j => h j c) (1 + t)%Z / IZR (1 + t)).
  unfold L_row_output. rewrite (sum_equal _ (fun j => / IZR (1 + t) * h j c)).
  - unfold sum_below. rewrite (total_factor (/ IZR (1 + t)) _ (fun j => h j c)) by reflexivity. apply Rmult_comm.
  - intros j J. rewrite (among_true _ _ (A j)). f_equal. unfold L_softmax_attention.
    rewrite (softmax_repeats (fun _ => 0) m (1 + t)%Z 0 (fun i _ _ _ => eq_refl) j (proj1 J) (proj2 J) (A j)), N.
    unfold Rdiv. apply Rmult_1_l.
Qed.

Lemma difference_grows : forall h c,
  after (additive 0%Z) L_softmax_attention h 1%Z c - after (additive 0%Z) L_softmax_attention h 0%Z c =
    3 / 2 * (h 1%Z c - h 0%Z c).
Proof.
  intros h c. unfold after. simpl. rewrite !additive_output by (reflexivity || lia). unfold sum_below. simpl. field.
Qed.

Lemma difference_lasts : forall e layers c, e 1%Z c <> e 0%Z c ->
  L_hidden additive L_softmax_attention e layers 1%Z c <> L_hidden additive L_softmax_attention e layers 0%Z c.
Proof.
  intros e layers c D. unfold L_hidden. induction (Z.to_nat layers) as [|k IH]; simpl; [exact D|].
  intro E. apply IH. assert (G := difference_grows (hidden_below additive L_softmax_attention e k) c).
  set (h := hidden_below additive L_softmax_attention e k) in *.
  change (after (additive 0%Z) L_softmax_attention h 1%Z c = after (additive 0%Z) L_softmax_attention h 0%Z c) in E.
  rewrite E in G. lra.
Qed.
