(* bounds_math.v - scores between two bounds: what a weight, a sink and an output can then be. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence sink_softmax sigmoid elu identity scaled clipped softpick power_softmax.
From Plumbline.model Require Import normalised operators layers normalised_attention angle rotation angles.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import laws_math.
From Plumbline.position Require Import rope_math.
From Plumbline.proposition Require Import first_math operators_math angle_math order_math.
Open Scope R_scope.

Definition between (x : A_seq) (low high : R) (t : Z) : Prop := forall j, (0 <= j < t)%Z -> low <= x j <= high.

Lemma exp_monotone : forall y z, y <= z -> exp y <= exp z.
Proof. intros y z [H|H]; [left; apply exp_increasing, H|right; rewrite H; reflexivity]. Qed.

(* one term, and the most that each of the others can be *)
Lemma sum_one_and_most : forall f c t i, (0 <= i < t)%Z -> (forall j, (0 <= j < t)%Z -> f j <= c) ->
  sum_below f t <= f i + (IZR t - 1) * c.
Proof.
  intros f c t i I H. assert (L := sum_one_and_least (fun j => - f j) (- c) t i I).
  specialize (L ltac:(intros j J; specialize (H j J); lra)). cbv beta in L.
  assert (N : sum_below (fun j => - f j) t = - sum_below f t).
  { unfold sum_below. rewrite (total_factor (-1) (fun j => - f j) f); [ring|intro j; ring]. }
  rewrite N in L. lra.
Qed.

(* a share a/(a + r + e), bounded by bounds of a and of the rest r *)
Lemma share_bounds : forall a r e a0 a1 r0 r1, 0 < a0 -> a0 <= a <= a1 -> 0 <= r0 -> r0 <= r <= r1 -> 0 <= e ->
  a0 / (a0 + r1 + e) <= a / (a + r + e) <= a1 / (a1 + r0 + e).
Proof.
  assert (grow : forall a b r, 0 < a -> a <= b -> 0 <= r -> a / (a + r) <= b / (b + r)).
  { intros a b r A B R. apply Rmult_le_reg_r with ((a + r) * (b + r)); [apply Rmult_lt_0_compat; lra|].
    replace (a / (a + r) * ((a + r) * (b + r))) with (a * b + a * r) by (field; lra).
    replace (b / (b + r) * ((a + r) * (b + r))) with (a * b + b * r) by (field; lra).
    apply Rplus_le_compat_l, Rmult_le_compat_r; assumption. }
  assert (fall : forall a r s, 0 < a -> 0 <= r -> r <= s -> a / (a + s) <= a / (a + r)).
  { intros a r s A R S. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
  intros a r e a0 a1 r0 r1 A [AL AH] R [RL RH] E. rewrite !Rplus_assoc. split.
  - eapply Rle_trans; [apply (fall a0 (r + e) (r1 + e)); lra|apply grow; lra].
  - eapply Rle_trans; [apply (grow a a1 (r + e)); lra|apply fall; lra].
Qed.

Lemma one_share : forall f t i e low high, (0 <= i < t)%Z -> (forall j, (0 <= j < t)%Z -> low <= f j <= high) ->
  0 < low -> 0 <= e ->
  low / (low + (IZR t - 1) * high + e) <= f i / (sum_below f t + e) <= high / (high + (IZR t - 1) * low + e).
Proof.
  intros f t i e low high I H L E.
  assert (A := sum_one_and_least f low t i I (fun j J => proj1 (H j J))).
  assert (B := sum_one_and_most f high t i I (fun j J => proj2 (H j J))).
  assert (K : 0 <= IZR t - 1) by (assert (T := IZR_le 1 t ltac:(lia)); lra).
  replace (sum_below f t) with (f i + (sum_below f t - f i)) by ring.
  apply share_bounds; [exact L|apply H, I|apply Rmult_le_pos; lra|lra|exact E].
Qed.

Lemma bounded_exponentials : forall x low high t, between x low high t ->
  forall j, (0 <= j < t)%Z -> exp low <= exp (x j) <= exp high.
Proof. intros x low high t B j J. split; apply exp_monotone, B, J. Qed.

Lemma sink_between : forall x m n t i low high s, first_visible m n t -> (0 <= i < t)%Z -> between x low high t ->
  exp low / (exp low + (IZR t - 1) * exp high + exp s) <= L_sink_softmax x m n s i <=
  exp high / (exp high + (IZR t - 1) * exp low + exp s).
Proof.
  intros x m n t i low high s F I B. assert (F' := F). destruct F' as ((T & N) & M).
  unfold L_sink_softmax. rewrite (among_true m i) by (apply M; lia). rewrite (exponentials_of_first x m n t F).
  apply (one_share (fun j => exp (x j))); [exact I|apply bounded_exponentials, B|apply exp_pos|left; apply exp_pos].
Qed.

Lemma quotient_form : forall k low high, 0 <= k -> exp low / (exp low + k * exp high + 0) =
  1 / (1 + k * exp (high - low)).
Proof.
  intros k low high K. assert (L := exp_pos low). assert (H := exp_pos high). unfold Rminus. rewrite exp_plus, exp_Ropp.
  assert (P : 0 <= k * exp high) by (apply Rmult_le_pos; lra). field. repeat split; lra.
Qed.

Lemma count_rest : forall t, (0 < t)%Z -> 0 <= IZR t - 1.
Proof. intros t T. assert (H := IZR_le 1 t ltac:(lia)). lra. Qed.

Lemma softmax_between : forall x m n t i low high, first_visible m n t -> (0 <= i < t)%Z -> between x low high t ->
  1 / (1 + (IZR t - 1) * exp (high - low)) <= L_softmax x m n i <= 1 / (1 + (IZR t - 1) * exp (low - high)).
Proof.
  intros x m n t i low high F I B. rewrite (weight_of_first x m n t i F I). unfold exponential_sum.
  assert (K := count_rest t ltac:(lia)). rewrite <- !quotient_form by exact K.
  rewrite <- (Rplus_0_r (sum_below (fun j => exp (x j)) t)).
  apply (one_share (fun j => exp (x j))); [exact I|apply bounded_exponentials, B|apply exp_pos|lra].
Qed.

Lemma scaled_between : forall x m n t i low high alpha, 0 <= alpha -> first_visible m n t -> (0 <= i < t)%Z ->
  between x low high t ->
  alpha / (1 + (IZR t - 1) * exp (high - low)) <= L_scaled_weights (L_softmax x m n) alpha i <=
  alpha / (1 + (IZR t - 1) * exp (low - high)).
Proof.
  intros x m n t i low high alpha A F I B. destruct (softmax_between x m n t i low high F I B) as [L H].
  unfold L_scaled_weights.
  assert (E : forall y, alpha / y = alpha * (1 / y)) by (intro y; unfold Rdiv; ring). rewrite !E.
  split; apply Rmult_le_compat_l; assumption.
Qed.

Lemma clipped_between : forall x m n t i low high gamma zeta, gamma <= zeta -> first_visible m n t -> (0 <= i < t)%Z ->
  between x low high t ->
  Rmin 1 (Rmax 0 ((zeta - gamma) * (1 / (1 + (IZR t - 1) * exp (high - low))) + gamma)) <=
  L_clipped_weights (L_softmax x m n) gamma zeta i <=
  Rmin 1 (Rmax 0 ((zeta - gamma) * (1 / (1 + (IZR t - 1) * exp (low - high))) + gamma)).
Proof. intros x m n t i low high gamma zeta G F I B. apply clipped_follows; [exact G|].
  apply (softmax_between x m n t i); assumption. Qed.

Lemma root_of_inverse : forall y p, 0 < y -> Rpower (1 / y) (1 / p) = Rpower y (-1 / p).
Proof.
  intros y p Y. unfold Rpower. f_equal. unfold Rdiv at 2. rewrite Rmult_1_l, ln_Rinv by exact Y. unfold Rdiv. ring.
Qed.

Lemma power_between : forall x m n t i low high p, 0 < p -> first_visible m n t -> (0 <= i < t)%Z ->
  between x low high t ->
  Rpower (1 + (IZR t - 1) * exp (p * (high - low))) (-1 / p) <= L_power_softmax x m p n i <=
  Rpower (1 + (IZR t - 1) * exp (p * (low - high))) (-1 / p).
Proof.
  intros x m n t i low high p P F I B. assert (F' := F). destruct F' as ((T & N) & M).
  rewrite (power_by_softmax x m p n i P) by (try lia; apply M; lia).
  assert (C : between (fun j => p * x j) (p * low) (p * high) t).
  { intros j J. specialize (B j J). split; apply Rmult_le_compat_l; lra. }
  destruct (softmax_between _ m n t i _ _ F I C) as [L H]. assert (K := count_rest t ltac:(lia)).
  replace (p * high - p * low) with (p * (high - low)) in L by ring.
  replace (p * low - p * high) with (p * (low - high)) in H by ring.
  assert (Q : forall y, 0 < 1 + (IZR t - 1) * exp y).
  { intro y. assert (0 <= (IZR t - 1) * exp y) by (apply Rmult_le_pos; [exact K|left; apply exp_pos]). lra. }
  rewrite <- !root_of_inverse by apply Q. split; apply root_rises; try exact P; try assumption.
  - assert (Z := Rinv_0_lt_compat _ (Q (p * (high - low)))). unfold Rdiv. lra.
  - apply softmax_strict; [lia|lia|apply M; lia].
Qed.

Lemma sink_weight_between : forall x m n t low high s, first_visible m n t -> between x low high t ->
  exp s / (IZR t * exp high + exp s) <= L_sink_weight x m n s <= exp s / (IZR t * exp low + exp s).
Proof.
  intros x m n t low high s F B. assert (F' := F). destruct F' as ((T & N) & M).
  unfold L_sink_weight. rewrite (exponentials_of_first x m n t F). unfold exponential_sum.
  assert (Z := IZR_lt 0 t T). assert (S := exp_pos s).
  assert (E : forall y, 0 < IZR t * exp y) by (intro y; apply Rmult_lt_0_compat; [exact Z|apply exp_pos]).
  assert (L := sum_least (fun j => exp (x j)) (exp low) t ltac:(lia) ltac:(intros j J; apply exp_monotone, B, J)).
  assert (H : sum_below (fun j => exp (x j)) t <= IZR t * exp high).
  { rewrite <- sum_of_constant by lia. apply sum_at_most. intros j J. apply exp_monotone, B, J. }
  assert (E0 := E low). split; apply Rmult_le_compat_l; try lra; apply Rinv_le_contravar; lra.
Qed.

(* ---- weights of a key's own score ---- *)

Lemma rises_weakly : forall f : R -> R, (forall y z, y < z -> f y < f z) -> forall y z, y <= z -> f y <= f z.
Proof. intros f F y z [H|H]; [left; apply F, H|rewrite H; apply Rle_refl]. Qed.

Definition bounded_weights (w : A_seq) (m : A_subset) (n t : Z) (low high : R) : Prop :=
  (forall j, (0 <= j)%Z -> (j < t)%Z -> low <= w j /\ w j <= high) /\ (forall j, (t <= j)%Z -> (j < n)%Z -> w j = 0).

Lemma function_between : forall (f : R -> R) x m n t low high, (forall y z, y < z -> f y < f z) ->
  first_visible m n t ->
  between x low high t -> bounded_weights (fun i => if m i then f (x i) else 0) m n t (f low) (f high).
Proof.
  intros f x m n t low high F ((T & N) & M) B. split.
  - intros j J L. rewrite (among_true m j) by (apply M; lia). destruct (B j (conj J L)).
    split; apply (rises_weakly f F); assumption.
  - intros j J L. rewrite (among_false m j); [reflexivity|]. rewrite M by lia. lia.
Qed.

Lemma total_of_visible : forall w n t, (0 <= t <= n)%Z -> (forall j, (t <= j)%Z -> (j < n)%Z -> w j = 0) ->
  L_total w n = sum_below w t.
Proof.
  intros w n t T Z. unfold L_total. replace n with (t + (n - t))%Z by ring.
  rewrite sum_cut, (sum_of_zeros _ (n - t)) by (try lia; intros j J; apply Z; lia). ring.
Qed.

Lemma normalised_between : forall w m n t i e low high, (0 < t <= n)%Z -> bounded_weights w m n t low high -> 0 < low ->
  0 <= e -> (0 <= i < t)%Z ->
  low / (low + (IZR t - 1) * high + e) <= L_sum_normalised w n e i <= high / (high + (IZR t - 1) * low + e).
Proof.
  intros w m n t i e low high T [B Z] L E I. unfold L_sum_normalised.
  rewrite (total_of_visible w n t) by (try lia; exact Z).
  apply one_share; [exact I|intros j J; destruct (B j (proj1 J) (proj2 J)); split; assumption|exact L|exact E].
Qed.

Lemma absolute_bounded : forall w m n t low high, 0 < low -> bounded_weights w m n t low high ->
  bounded_weights (L_absolutes w) m n t low high.
Proof.
  intros w m n t low high L [B Z]. split; intros j J K; unfold L_absolutes.
  - destruct (B j J K). rewrite Rabs_pos_eq by lra. split; assumption.
  - rewrite (Z j J K). apply Rabs_R0.
Qed.

Lemma max_one_bounds : forall s s0 s1, 0 <= s0 -> s0 <= s <= s1 -> 0 < Rmax s0 1 <= Rmax (Rabs s) 1 /\
  Rmax (Rabs s) 1 <= Rmax s1 1.
Proof.
  intros s s0 s1 P [L H]. rewrite Rabs_pos_eq by lra. assert (O := Rmax_r s0 1).
  repeat split; [lra|apply Rle_max_compat_r; assumption|apply Rle_max_compat_r; assumption].
Qed.

Lemma at_least_one_between : forall w m n t i low high, (0 < t <= n)%Z -> bounded_weights w m n t low high -> 0 < low ->
  (0 <= i < t)%Z ->
  low / Rmax (IZR t * high) 1 <= L_at_least_one_normalised w n i <= high / Rmax (IZR t * low) 1.
Proof.
  intros w m n t i low high T [B Z] L I. unfold L_at_least_one_normalised.
  rewrite (total_of_visible w n t) by (try lia; exact Z).
  assert (P := IZR_lt 0 t ltac:(lia)).
  assert (S0 := sum_least w low t ltac:(lia) ltac:(intros j J; apply B; lia)).
  assert (S1 : sum_below w t <= IZR t * high).
  { rewrite <- sum_of_constant by lia. apply sum_at_most. intros j J. apply B; lia. }
  destruct (max_one_bounds (sum_below w t) (IZR t * low) (IZR t * high)) as [[M0 M1] M2];
    [apply Rmult_le_pos; lra|lra|].
  destruct (B i (proj1 I) (proj2 I)) as [W0 W1].
  split; (eapply Rle_trans; [|apply Rmult_le_compat_r; [|eassumption]]; [|left; apply Rinv_0_lt_compat; lra] ||
          (eapply Rle_trans; [apply Rmult_le_compat_r; [|eassumption]|]; [left; apply Rinv_0_lt_compat; lra|]));
    apply Rmult_le_compat_l; try lra; apply Rinv_le_contravar; lra.
Qed.

Lemma sum_of_visible_terms : forall (w : A_seq) (m : A_subset) n t, (0 <= t <= n)%Z ->
  (forall j, (0 <= j < n)%Z -> P_among m j <-> (j < t)%Z) -> sum_below (fun j => if m j then w j else 0) n =
    sum_below w t.
Proof.
  intros w m n t T M. replace n with (t + (n - t))%Z by ring. rewrite sum_cut, (sum_of_zeros _ (n - t)) by
    (try lia; intros j J; rewrite (among_false m (t + j)) by (rewrite M by lia; lia); reflexivity).
  rewrite Rplus_0_r. apply sum_same. intros j J. rewrite (among_true m j) by (apply M; lia). reflexivity.
Qed.

(* unnormalised weights at least low > 0: the output grows with t *)
Lemma bounded_output : forall w v m n t d k u low high, first_visible m n t -> bounded_weights w m n t low high ->
  0 <= low ->
  equal_on (fun j => v (L_place j d k)) m n u -> IZR t * low * Rabs u <= Rabs (L_aggregate w m v d n k).
Proof.
  intros w v m n t d k u low high ((T & N) & M) [B Z] L V. rewrite (output_of_values w v m d k n u V), Rabs_mult.
  apply Rmult_le_compat_r; [apply Rabs_pos|].
  rewrite sum_of_visible_terms with (t := t).
  - assert (S := sum_least w low t ltac:(lia) ltac:(intros j J; apply B; lia)).
    eapply Rle_trans; [exact S|apply Rle_abs].
  - lia.
  - intros j J. rewrite <- M by lia. tauto.
Qed.

(* ---- as the number of keys grows ---- *)

Lemma rest_share_vanishes : forall y z bound, 0 < y -> 0 < z -> 0 < bound ->
  exists N : Z, forall t : Z, (N <= t)%Z -> y / (y + (IZR t - 1) * z) < bound.
Proof.
  intros y z bound Y Z B. destruct (quotient_vanishes (y / z) bound B) as [N H]. exists (1 + N)%Z. intros t T.
  destruct (H (t - 1)%Z ltac:(lia)) as [K Q]. rewrite minus_IZR in *. eapply Rlt_trans; [|exact Q].
  replace (y / z / (IZR t - 1)) with (y / ((IZR t - 1) * z)) by (field; lra).
  assert (P : 0 < (IZR t - 1) * z) by (apply Rmult_lt_0_compat; assumption).
  apply Rmult_lt_compat_l; [exact Y|]. apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra|lra].
Qed.

Lemma bounded_softmax_vanishes : forall low high bound, 0 < bound -> exists N : Z, forall x m n t i,
  first_visible m n t -> (0 <= i < t)%Z -> between x low high t -> (N <= t)%Z -> L_softmax x m n i < bound.
Proof.
  intros low high bound B. destruct (rest_share_vanishes 1 (exp (low - high)) bound Rlt_0_1 (exp_pos _) B) as [N H].
  exists N. intros x m n t i F I S T. eapply Rle_lt_trans; [|exact (H t T)].
  exact (proj2 (softmax_between x m n t i low high F I S)).
Qed.

Lemma bounded_sink_share_vanishes : forall low high top bound, 0 < bound -> exists N : Z, forall x m n t s,
  first_visible m n t -> between x low high t -> s <= top -> (N <= t)%Z -> L_sink_weight x m n s < bound.
Proof.
  intros low high top bound B. destruct (quotient_vanishes (exp top / exp low) bound B) as [N H]. exists N.
  intros x m n t s F S U T.
  destruct (H t T) as [P Q]. eapply Rle_lt_trans; [exact (proj2 (sink_weight_between x m n t low high s F S))|].
  eapply Rle_lt_trans; [|exact Q]. assert (C := exp_pos low). assert (E := exp_pos s).
  assert (M := exp_monotone s top U).
  replace (exp top / exp low / IZR t) with (exp top / (IZR t * exp low)) by (field; lra).
  assert (R : 0 < IZR t * exp low) by (apply Rmult_lt_0_compat; assumption).
  apply Rmult_le_compat; [lra|left; apply Rinv_0_lt_compat; lra|exact M|]. apply Rinv_le_contravar; lra.
Qed.

Lemma bounded_power_vanishes : forall low high p bound, 0 < p -> 0 < bound -> exists N : Z, forall x m n t i,
  first_visible m n t -> (0 <= i < t)%Z -> between x low high t -> (N <= t)%Z -> L_power_softmax x m p n i < bound.
Proof.
  intros low high p bound P B.
  destruct (bounded_softmax_vanishes (p * low) (p * high) (Rpower bound p) (exp_pos _)) as [N H]. exists N.
  intros x m n t i F I S T.
  assert (F' := F). destruct F' as ((U & V) & M). rewrite (power_by_softmax x m p n i P) by (try lia; apply M; lia).
  assert (W := H (fun j => p * x j) m n t i F I ltac:(intros j J; specialize (S j J); split; apply Rmult_le_compat_l;
    lra) T).
  assert (Q := softmax_strict (fun j => p * x j) m n i ltac:(lia) ltac:(lia) ltac:(apply M; lia)).
  replace bound with (Rpower (Rpower bound p) (1 / p)) at 1.
  - apply Rlt_Rpower_l; [unfold Rdiv; rewrite Rmult_1_l; apply Rinv_0_lt_compat, P|split; assumption].
  - rewrite Rpower_mult. replace (p * (1 / p)) with 1 by (field; lra). apply Rpower_1, B.
Qed.

Lemma bounded_clipped_ends : forall low high gamma zeta, gamma < 0 -> gamma <= zeta -> exists N : Z, forall x m n t i,
  first_visible m n t -> (0 <= i < t)%Z -> between x low high t -> (N <= t)%Z ->
    L_clipped_weights (L_softmax x m n) gamma zeta i = 0.
Proof.
  intros low high gamma zeta G Z.
  destruct (bounded_softmax_vanishes low high (- gamma / (zeta - gamma + 1))) as [N H]; [apply Rdiv_lt_0_compat; lra|].
  exists N. intros x m n t i F I S T. apply clip_low. specialize (H x m n t i F I S T).
  destruct F as ((U & V) & M). assert (Q := softmax_strict x m n i ltac:(lia) ltac:(lia) ltac:(apply M; lia)).
  set (w := L_softmax x m n i) in *. clearbody w.
  assert (R : (zeta - gamma + 1) * w < - gamma).
  { apply Rmult_lt_compat_l with (r := zeta - gamma + 1) in H; [|lra].
    replace ((zeta - gamma + 1) * (- gamma / (zeta - gamma + 1))) with (- gamma) in H by (field; lra). exact H. }
  lra.
Qed.

Lemma bounded_share_vanishes : forall low high e bound, 0 < low -> low <= high -> 0 <= e -> 0 < bound ->
  exists N : Z, forall w m n t i,
  (0 < t <= n)%Z -> bounded_weights w m n t low high -> (0 <= i < t)%Z -> (N <= t)%Z ->
    L_sum_normalised w n e i < bound.
Proof.
  intros low high e bound L O E B. destruct (rest_share_vanishes high low bound ltac:(lra) L B) as [N H].
  exists N. intros w m n t i T W I K. eapply Rle_lt_trans;
    [exact (proj2 (normalised_between w m n t i e low high T W L E I))|].
  eapply Rle_lt_trans; [|exact (H t K)]. assert (R := count_rest t ltac:(lia)).
  assert (P : 0 <= (IZR t - 1) * low) by (apply Rmult_le_pos; lra).
  apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
Qed.

(* softpick has no such bound: with one score xi and the others 0 the one key has all the weight *)
Definition one_score (y : R) : A_seq := fun j => if (j =? 0)%Z then y else 0.
Definition below (t : Z) : A_subset := fun j => (j <? t)%Z.

Lemma first_of_one_score : forall (f : R -> R) y t, (0 < t)%Z -> f 0 = 0 ->
  sum_below (fun j => if below t j then f (one_score y j) else 0) t = f y.
Proof.
  intros f y t T Z. rewrite <- (first_alone (f y) t T). apply sum_equal. intros j J. unfold below, one_score.
  replace (j <? t)%Z with true by (symmetry; apply Z.ltb_lt; lia). destruct (j =? 0)%Z; [reflexivity|exact Z].
Qed.

Lemma largest_of_one_score : forall y t, (0 < t)%Z -> 0 <= y -> L_largest (one_score y) (below t) t = y.
Proof.
  intros y t T Y. assert (S : forall i, (0 <= i < t)%Z -> P_among (below t) i) by (intros i I; apply Z.ltb_lt; lia).
  apply Rle_antisym.
  - destruct (Plumbline.weight.softpick_math.largest_is_reached (one_score y) (below t) t ltac:(lia))
      as (i & I & A & ->).
    + intro V. specialize (S 0%Z ltac:(lia)). unfold P_among in S. rewrite V in S by lia. discriminate.
    + unfold one_score. destruct (i =? 0)%Z; lra.
  - exact (Plumbline.weight.softpick_math.largest_is_bound (one_score y) (below t) t 0%Z ltac:(lia) (S 0%Z ltac:(lia))).
Qed.

Lemma softpick_of_one_score : forall y t, (0 < t)%Z -> 0 < y -> L_softpick (one_score y) (below t) t 0 0%Z = 1.
Proof.
  intros y t T Y. unfold L_softpick. rewrite largest_of_one_score by (exact T || lra).
  replace (below t 0%Z) with true by (symmetry; apply Z.ltb_lt; lia).
  assert (P : 0 < L_excess y y) by (rewrite excess_of_largest; apply excess_above, Y).
  unfold L_excesses. rewrite (first_of_one_score (fun z => Rabs (L_excess z y)) y t T).
  - change (one_score y 0%Z) with y. rewrite Rmax_right, Rabs_pos_eq by lra. rewrite Rplus_0_r. apply Rinv_r. lra.
  - rewrite Plumbline.weight.softpick_math.excess_of_zero. apply Rabs_R0.
Qed.

(* ---- RoPE with a multiplier ---- *)

Lemma common_nonnegative : forall x layout pairs, (0 <= pairs)%Z -> 0 <= sum_below (common x x layout pairs) pairs.
Proof.
  intros x layout pairs P. rewrite <- (sum_of_zeros (fun _ => 0) pairs) by reflexivity. apply sum_at_most. intros i I.
  unfold common.
  assert (A := Rle_0_sqr (x (first_source layout pairs i))). assert (B := Rle_0_sqr (x (second_source layout pairs i))).
  unfold Rsqr in *. lra.
Qed.

Lemma beyond_nonnegative : forall x pairs d, 0 <= beyond x x pairs d.
Proof.
  intros x pairs d. unfold beyond. rewrite <- (sum_of_zeros (fun _ => 0) (d - 2 * pairs)) by reflexivity.
  apply sum_at_most.
  intros i I. exact (Rle_0_sqr (x (2 * pairs + i)%Z)).
Qed.

Lemma square_nonnegative : forall x d, 0 <= L_dots x x d.
Proof. intros x d. exact (square_total x (Z.to_nat d)). Qed.

Lemma stretched_square : forall x t p a layout pairs d, (0 <= pairs)%Z -> (2 * pairs <= d)%Z ->
  L_dots (positioned x t p a layout pairs) (positioned x t p a layout pairs) d <= Rmax 1 (a * a) * L_dots x x d.
Proof.
  intros x t p a layout pairs d P D. rewrite dots_at_one_position, (dots_by_pairs x x layout pairs d),
    Rmult_plus_distr_l by assumption.
  assert (C := common_nonnegative x layout pairs P). assert (B := beyond_nonnegative x pairs d).
  apply Rplus_le_compat; [apply Rmult_le_compat_r; [exact C|apply Rmax_r]|].
  rewrite <- (Rmult_1_l (beyond x x pairs d)) at 1. apply Rmult_le_compat_r; [exact B|apply Rmax_l].
Qed.

Lemma stretched_product : forall q k t p j a layout pairs d, (0 <= pairs)%Z -> (2 * pairs <= d)%Z ->
  Rabs (L_dots (positioned q t p a layout pairs) (positioned k t j a layout pairs) d) <=
    Rmax 1 (a * a) * (length q d * length k d).
Proof.
  intros q k t p j a layout pairs d P D. eapply Rle_trans; [apply product_at_most_lengths|].
  assert (M := Rmax_l 1 (a * a)). set (c := Rmax 1 (a * a)) in *.
  assert (L : forall x i, length (positioned x t i a layout pairs) d <= sqrt c * length x d).
  { intros x i. unfold length. rewrite <- sqrt_mult by (try apply square_nonnegative; lra).
    apply sqrt_le_1_alt, stretched_square; assumption. }
  eapply Rle_trans; [apply Rmult_le_compat; [apply sqrt_pos|apply sqrt_pos|apply L|apply L]|].
  right. rewrite <- (sqrt_sqrt c) at 3 by lra. ring.
Qed.

Lemma whole_product : forall q k t p j a layout pairs, (0 <= pairs)%Z ->
  Rabs (L_dots (positioned q t p a layout pairs) (positioned k t j a layout pairs) (2 * pairs)) <=
  a * a * (length q (2 * pairs) * length k (2 * pairs)).
Proof.
  intros q k t p j a layout pairs P. eapply Rle_trans; [apply product_at_most_lengths|].
  assert (S := Rle_0_sqr a). unfold Rsqr in S.
  assert (L : forall x i, length (positioned x t i a layout pairs) (2 * pairs) = sqrt (a * a) * length x (2 * pairs)).
  { intros x i. unfold length. rewrite <- sqrt_mult by (try apply square_nonnegative; lra). f_equal.
    rewrite dots_at_one_position, (dots_by_pairs x x layout pairs (2 * pairs)) by lia. unfold beyond.
    replace (2 * pairs - 2 * pairs)%Z with 0%Z by ring. unfold sum_below at 2 4. simpl. ring. }
  rewrite !L. right. rewrite <- (sqrt_sqrt (a * a)) at 3 by exact S. ring.
Qed.

Lemma scores_within : forall (x : A_seq) y xi scale j, 0 <= scale -> Rabs y <= xi -> x j = scale * y ->
  - (scale * xi) <= x j <= scale * xi.
Proof.
  intros x y xi scale j S B E. rewrite E. apply Rabs_le_inv in B.
  assert (N := Rmult_le_compat_l scale (- xi) y S (proj1 B)).
  assert (M := Rmult_le_compat_l scale y xi S (proj2 B)). lra.
Qed.

(* ---- as the specification says it ---- *)

Lemma between_is : forall (x : A_seq) low high t, (forall i, (0 <= i)%Z -> (i < t)%Z -> x i <= high /\ low <= x i) ->
  between x low high t.
Proof. intros x low high t H j J. destruct (H j (proj1 J) (proj2 J)). split; assumption. Qed.

Definition within_bounds (w : A_seq) (n t : Z) (low high : R) : Prop :=
  (forall i, (i < n)%Z -> (t <= i)%Z -> w i = 0) /\ (forall i, (0 <= i)%Z -> (i < t)%Z -> w i <= high /\ low <= w i).

Lemma bounded_is : forall w m n t low high, within_bounds w n t low high -> bounded_weights w m n t low high.
Proof. intros w m n t low high [Z B]. split; [intros j J K; destruct (B j J K); split; assumption|intros j J K; apply Z;
    assumption]. Qed.

Lemma is_bounded : forall w m n t low high, bounded_weights w m n t low high -> within_bounds w n t low high.
Proof. intros w m n t low high [B Z]. split; [intros j J K; apply Z; assumption|intros j J K; destruct (B j J K); split;
    assumption]. Qed.

Lemma rope_bounded : forall q k turns t j a layout pairs d scale (x : A_seq), 0 <= scale -> (0 <= pairs)%Z ->
  (2 * pairs <= d)%Z ->
  scale * L_dots (positioned q turns (-1 + t) a layout pairs) (positioned k turns j a layout pairs) d = x j ->
  x j <= scale * Rmax 1 (a * a) * length q d * length k d /\ - (scale * Rmax 1 (a * a) * length q d * length k d) <=
    x j.
Proof.
  intros q k turns t j a layout pairs d scale x S P D E.
  assert (B := stretched_product q k turns (-1 + t) j a layout pairs d P D).
  destruct (scores_within x _ _ scale j S B (eq_sym E)) as [L H]. rewrite <- !Rmult_assoc in L, H. split; assumption.
Qed.

Lemma whole_rope_bounded : forall q k turns t j a layout pairs scale (x : A_seq), 0 <= scale -> (0 <= pairs)%Z ->
  scale * L_dots (positioned q turns (-1 + t) a layout pairs) (positioned k turns j a layout pairs) (2 * pairs) = x j ->
  x j <= scale * a * a * length q (2 * pairs) * length k (2 * pairs) /\
    - (scale * a * a * length q (2 * pairs) * length k (2 * pairs)) <= x j.
Proof.
  intros q k turns t j a layout pairs scale x S P E.
  assert (B := whole_product q k turns (-1 + t) j a layout pairs P).
  destruct (scores_within x _ _ scale j S B (eq_sym E)) as [L H]. rewrite <- !Rmult_assoc in L, H. split; assumption.
Qed.

Lemma rope_by_distance : forall q k turns a layout pairs d scale t j, (0 <= pairs)%Z -> (2 * pairs <= d)%Z ->
  scale * L_dots (positioned q turns (-1 + t) a layout pairs) (positioned k turns j a layout pairs) d =
  scale * L_dots (positioned q turns (-1 + t + -1 * j) a layout pairs) (positioned k turns 0 a layout pairs) d.
Proof.
  intros q k turns a layout pairs d scale t j P D. f_equal. rewrite !dots_of_positioned by assumption.
  replace (-1 + t + -1 * j - 0)%Z with (-1 + t - j)%Z by ring. reflexivity.
Qed.

(* the identity divided by its sum: the scores 1 and d - 1 have the sum d *)
Definition near_opposite (d : R) : A_seq := fun j => if (j =? 0)%Z then 1 else d - 1.

Lemma identity_by_sum_unbounded : forall bound, exists d, 0 < d <= 1 /\
  bound < L_sum_normalised (L_identity_weights (near_opposite d) (below 2)) 2 0 0%Z.
Proof.
  intro b. set (d := / (Rabs b + 1)). assert (A := Rabs_pos b). exists d.
  assert (D : 0 < d) by (apply Rinv_0_lt_compat; lra). split.
  - split; [exact D|]. unfold d. rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  - unfold L_sum_normalised, L_identity_weights, L_total, sum_below, below, near_opposite. simpl.
    replace (0 + 1 + (d - 1) + 0) with d by ring. unfold d, Rdiv. rewrite Rinv_inv. assert (L := Rle_abs b). lra.
Qed.

Lemma at_least_one_never_larger : forall w n i, Rabs (L_at_least_one_normalised w n i) <= Rabs (w i).
Proof.
  intros w n i. unfold L_at_least_one_normalised. assert (M := Rmax_r (Rabs (L_total w n)) 1). set (y := Rmax _ 1) in *.
  clearbody y.
  unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq y) by lra. rewrite <- (Rmult_1_r (Rabs (w i))) at 2.
  apply Rmult_le_compat_l; [apply Rabs_pos|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.
