(* operators_math.v - weights of equal scores: sums with one term for each visible key are t times that term. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence binary64 sink_softmax normalised sigmoid elu identity scaled clipped.
From Plumbline.model Require Import softpick power_softmax laws operators.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import laws_math normalised_math power_softmax_math softpick_math.
Open Scope R_scope.

(* all visible terms below n are a *)
Definition equal_on (f : Z -> R) (m : A_subset) (n : Z) (a : R) : Prop :=
  forall j, (0 <= j)%Z -> (j < n)%Z -> P_among m j -> f j = a.
Definition nothing_else (f : Z -> R) (m : A_subset) (n : Z) : Prop :=
  forall j, (0 <= j)%Z -> (j < n)%Z -> ~ P_among m j -> f j = 0.
Notation t m n := (IZR (L_visible_count m n)).

(* ---- counting ---- *)

Lemma count_next : forall m n, (0 <= n)%Z ->
  L_visible_count m (1 + n) = (L_visible_count m n + (if m n then 1 else 0))%Z.
Proof.
  intros m n N. unfold L_visible_count. replace (Z.to_nat (1 + n)) with (S (Z.to_nat n)) by lia.
  simpl. rewrite Z2Nat.id by exact N. reflexivity.
Qed.

Lemma count_all : forall m n, (0 <= n)%Z -> (forall j, (0 <= j)%Z -> (j < n)%Z -> P_among m j) ->
  L_visible_count m n = n.
Proof.
  intros m n N. revert n N. apply (natlike_ind
    (fun n => (forall j, (0 <= j)%Z -> (j < n)%Z -> P_among m j) -> L_visible_count m n = n)).
  - reflexivity.
  - intros n N IH A. replace (Z.succ n) with (1 + n)%Z in * by lia.
    rewrite count_next, IH, (among_true _ _ (A n N ltac:(lia))) by (try exact N; intros; apply A; lia). lia.
Qed.

Lemma count_bounds : forall m n, (0 <= count_below m n)%Z /\
  forall i, (0 <= i < Z.of_nat n)%Z -> m i = true -> (1 <= count_below m n)%Z.
Proof.
  intros m n. induction n as [|n [IH B]]; simpl; (split; [|intros i I M]).
  - lia.
  - lia.
  - destruct (m (Z.of_nat n)); lia.
  - destruct (Z.eq_dec i (Z.of_nat n)) as [->|D]; [rewrite M; lia|].
    specialize (B i ltac:(lia) M). destruct (m (Z.of_nat n)); lia.
Qed.

Lemma count_nonnegative : forall m n, 0 <= t m n.
Proof. intros m n. apply IZR_le, (count_bounds m). Qed.

Lemma count_positive : forall m n i, (0 <= i)%Z -> (i < n)%Z -> P_among m i -> 1 <= t m n.
Proof. intros m n i I L M. apply IZR_le. apply (proj2 (count_bounds m (Z.to_nat n)) i); [lia|exact M]. Qed.

Lemma count_of_visible : forall m n, P_sees m n -> 1 <= t m n.
Proof. intros m n (j & J & L & M). exact (count_positive m n j J L M). Qed.

Lemma sum_repeats : forall m f a n, equal_on f m n a -> sum_below (fun j => if m j then f j else 0) n = t m n * a.
Proof.
  intros m f a n E. destruct (Z_lt_le_dec n 0) as [N|N].
  - unfold sum_below, L_visible_count. replace (Z.to_nat n) with O by lia. simpl. symmetry. apply Rmult_0_l.
  - revert n N E. apply (natlike_ind (fun n => equal_on f m n a -> sum_below (fun j => if m j then f j else 0) n =
      t m n * a)).
    + intros _. unfold sum_below, L_visible_count. simpl. ring.
    + intros n N IH E. replace (Z.succ n) with (1 + n)%Z in * by lia.
      rewrite sum_below_next, count_next, plus_IZR, IH by first [exact N|intros j J L M; apply E;
        [exact J|lia|exact M]].
      destruct (m n) eqn:M; [rewrite (E n N ltac:(lia) M)|]; ring.
Qed.

Lemma weighted_repeats : forall w v m d k n a u,
  equal_on w m n a -> equal_on (fun j => v (L_place j d k)) m n u -> L_aggregate w m v d n k = t m n * a * u.
Proof.
  intros w v m d k n a u W V. unfold L_aggregate, L_weighted.
  rewrite (sum_repeats m (fun j => w j * v (L_place j d k)) (a * u)).
  - ring.
  - intros j J L M. rewrite (W j J L M), (V j J L M). reflexivity.
Qed.

(* whatever the weights: equal values come out as often as the weights sum to *)
Lemma output_of_values : forall w v m d k n u, equal_on (fun j => v (L_place j d k)) m n u ->
  L_aggregate w m v d n k = sum_below (fun j => if m j then w j else 0) n * u.
Proof.
  intros w v m d k n u V. unfold L_aggregate, L_weighted.
  rewrite (sum_equal _ (fun j => u * (if m j then w j else 0))).
  - unfold sum_below. rewrite (total_factor u _ (fun j => if m j then w j else 0)) by reflexivity. ring.
  - intros j J. destruct (m j) eqn:M; [|ring]. rewrite (V j (proj1 J) (proj2 J) M). ring.
Qed.

Lemma sum_of_visible : forall (w : A_seq) (m : A_subset) n, (forall j, m j = false -> w j = 0) ->
  sum_below (fun j => if m j then w j else 0) n = L_total w n.
Proof. intros w m n Z. apply sum_equal. intros j J. destruct (m j) eqn:M; [reflexivity|symmetry; apply Z, M]. Qed.

Lemma total_repeats : forall w m n a, equal_on w m n a -> nothing_else w m n -> L_total w n = t m n * a.
Proof.
  intros w m n a E Z. rewrite <- (sum_repeats m w a n E). apply sum_equal. intros j J.
  destruct (m j) eqn:M; [reflexivity|]. apply (Z j (proj1 J) (proj2 J)). unfold P_among. congruence.
Qed.

(* ---- from some number of keys on ---- *)

Lemma some_above : forall y, exists N : Z, forall k : Z, (N <= k)%Z -> y < IZR k.
Proof.
  intro y. exists (up y). intros k K. destruct (archimed y) as [A _]. apply IZR_le in K. lra.
Qed.

Lemma quotient_vanishes : forall y bound, 0 < bound -> exists N : Z, forall k : Z, (N <= k)%Z -> 0 < IZR k /\
  y / IZR k < bound.
Proof.
  intros y bound B. destruct (some_above (Rmax 0 (y / bound))) as [N H]. exists N. intros k K. specialize (H k K).
  assert (Z := Rmax_l 0 (y / bound)). assert (Y := Rmax_r 0 (y / bound)). split; [lra|].
  apply Rmult_lt_reg_r with (IZR k); [lra|]. replace (y / IZR k * IZR k) with y by (field; lra).
  replace y with (bound * (y / bound)) by (field; lra). apply Rmult_lt_compat_l; lra.
Qed.

(* ---- softmax ---- *)

Lemma exponentials_repeat : forall x m n c, equal_on x m n c -> L_exponentials x m 0 n = t m n * exp c.
Proof.
  intros x m n c E. apply (sum_repeats m (fun j => exp (x j - 0))).
  intros j J L M. rewrite (E j J L M). f_equal. ring.
Qed.

Lemma softmax_repeats : forall x m n c, equal_on x m n c -> equal_on (L_softmax x m n) m n (1 / t m n).
Proof.
  intros x m n c E j J L M. unfold L_softmax. rewrite (among_true _ _ M), (exponentials_repeat x m n c E), (E j J L M).
  assert (T := count_positive m n j J L M). assert (P := exp_pos c). field. split; lra.
Qed.

Lemma softmax_strict : forall x m n i, (0 <= i)%Z -> (i < n)%Z -> P_among m i -> 0 < L_softmax x m n i.
Proof.
  intros x m n i I L M. unfold L_softmax. rewrite (among_true _ _ M). apply Rdiv_lt_0_compat; [apply exp_pos|].
  apply exponentials_positive. exists i. repeat split; assumption.
Qed.

Lemma softmax_skips : forall x m n j, m j = false -> L_softmax x m n j = 0.
Proof. intros x m n j M. unfold L_softmax. rewrite M. reflexivity. Qed.

Lemma visible_softmax_sum : forall x m n, P_sees m n -> sum_below (fun j => if m j then L_softmax x m n j else 0) n = 1.
Proof. intros x m n S. rewrite sum_of_visible by apply softmax_skips. apply softmax_total, S. Qed.

Lemma sum_at_most : forall f g n, (forall i, (0 <= i < n)%Z -> f i <= g i) -> sum_below f n <= sum_below g n.
Proof.
  intros f g n H. unfold sum_below. assert (B : forall i, (0 <= i < Z.of_nat (Z.to_nat n))%Z -> f i <= g i)
    by (intros i I; apply H; lia).
  clear H. induction (Z.to_nat n) as [|k IH]; simpl; [lra|].
  specialize (IH (fun i I => B i ltac:(lia))). specialize (B (Z.of_nat k) ltac:(lia)). lra.
Qed.

Lemma softmax_convex : forall x v m d n k low high, P_sees m n ->
  (forall j, (0 <= j)%Z -> (j < n)%Z -> P_among m j -> low <= v (L_place j d k) /\ v (L_place j d k) <= high) ->
  low <= L_aggregate (L_softmax x m n) m v d n k /\ L_aggregate (L_softmax x m n) m v d n k <= high.
Proof.
  intros x v m d n k low high S V.
  assert (scaled : forall u, sum_below (fun j => u * (if m j then L_softmax x m n j else 0)) n = u).
  { intro u. unfold sum_below. rewrite (total_factor u _ (fun j => if m j then L_softmax x m n j else 0))
      by reflexivity.
    fold (sum_below (fun j => if m j then L_softmax x m n j else 0) n). rewrite visible_softmax_sum by exact S. ring. }
  unfold L_aggregate, L_weighted. split; [rewrite <- (scaled low) at 1|rewrite <- (scaled high)];
    apply sum_at_most; intros j J; destruct (m j) eqn:M; try lra;
    destruct (V j (proj1 J) (proj2 J) M); assert (P := softmax_strict x m n j (proj1 J) (proj2 J) M);
    rewrite (Rmult_comm (L_softmax x m n j)); apply Rmult_le_compat_r; lra.
Qed.

Lemma softmax_output : forall x v m d n k u, P_sees m n -> equal_on (fun j => v (L_place j d k)) m n u ->
  L_aggregate (L_softmax x m n) m v d n k = u.
Proof. intros x v m d n k u S V. rewrite (output_of_values _ v m d k n u V), visible_softmax_sum by exact S. ring. Qed.

(* ---- a sink ---- *)

Lemma sink_softmax_repeats : forall x m n c s, equal_on x m n c ->
  equal_on (L_sink_softmax x m n s) m n (exp c / (t m n * exp c + exp s)).
Proof.
  intros x m n c s E j J L M. unfold L_sink_softmax.
  rewrite (among_true _ _ M), (exponentials_repeat x m n c E), (E j J L M). reflexivity.
Qed.

Lemma sink_weight_repeats : forall x m n c s, equal_on x m n c ->
  L_sink_weight x m n s = exp s / (t m n * exp c + exp s).
Proof. intros x m n c s E. unfold L_sink_weight. rewrite (exponentials_repeat x m n c E). reflexivity. Qed.

Lemma one_more_key : forall k c, 0 <= k -> exp c / (k * exp c + exp c) = 1 / (k + 1).
Proof. intros k c K. assert (P := exp_pos c). field. split; [lra|].
  assert (0 <= k * exp c) by (apply Rmult_le_pos; lra). lra. Qed.

Lemma sink_output : forall x v m d n k s u, equal_on (fun j => v (L_place j d k)) m n u ->
  L_aggregate (L_sink_softmax x m n s) m v d n k = (1 - L_sink_weight x m n s) * u.
Proof.
  intros x v m d n k s u V. rewrite (output_of_values _ v m d k n u V), sum_of_visible.
  - rewrite <- (sink_total x m n s). ring.
  - intros j M. unfold L_sink_softmax. rewrite M. reflexivity.
Qed.

Lemma sink_share_vanishes : forall c s bound, 0 < bound -> exists N : Z, forall x m n,
  equal_on x m n c -> (N <= L_visible_count m n)%Z -> L_sink_weight x m n s < bound.
Proof.
  intros c s bound B. destruct (quotient_vanishes (exp s / exp c) bound B) as [N H]. exists N. intros x m n E K.
  destruct (H _ K) as [T Q]. rewrite (sink_weight_repeats x m n c s E). eapply Rlt_trans; [|exact Q].
  assert (C := exp_pos c). assert (S := exp_pos s).
  replace (exp s / exp c / t m n) with (exp s / (t m n * exp c)) by (field; lra).
  assert (P : 0 < t m n * exp c) by (apply Rmult_lt_0_compat; assumption).
  apply Rmult_lt_compat_l; [exact S|]. apply Rinv_lt_contravar; [|lra]. apply Rmult_lt_0_compat; lra.
Qed.

(* ---- softmax times alpha ---- *)

Lemma scaled_repeats : forall x m n c alpha, equal_on x m n c ->
  equal_on (L_scaled_weights (L_softmax x m n) alpha) m n (alpha / t m n).
Proof.
  intros x m n c alpha E j J L M. unfold L_scaled_weights. rewrite (softmax_repeats x m n c E j J L M). unfold Rdiv.
  ring.
Qed.

Lemma scaled_output : forall x v m d n k alpha u, P_sees m n -> equal_on (fun j => v (L_place j d k)) m n u ->
  L_aggregate (L_scaled_weights (L_softmax x m n) alpha) m v d n k = alpha * u.
Proof.
  intros x v m d n k alpha u S V. rewrite (output_of_values _ v m d k n u V), sum_of_visible.
  - rewrite scaled_total, softmax_total by exact S. ring.
  - intros j M. unfold L_scaled_weights. rewrite softmax_skips by exact M. ring.
Qed.

Lemma scaled_vanishes : forall alpha bound, 0 < bound -> exists N : Z, forall x m n i c,
  (0 <= i)%Z -> (i < n)%Z -> P_among m i -> equal_on x m n c -> (N <= L_visible_count m n)%Z ->
  Rabs (L_scaled_weights (L_softmax x m n) alpha i) < bound.
Proof.
  intros alpha bound B. destruct (quotient_vanishes (Rabs alpha) bound B) as [N H]. exists N.
  intros x m n i c I L M E K.
  destruct (H _ K) as [T Q]. rewrite (scaled_repeats x m n c alpha E i I L M). unfold Rdiv.
  rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat, T). exact Q.
Qed.

(* ---- a p-norm in the denominator ---- *)

Lemma powered_repeat : forall x m p n c, equal_on x m n c -> L_powered x m p 0 n = t m n * exp (p * c).
Proof.
  intros x m p n c E. apply (sum_repeats m (fun j => exp (p * (x j - 0)))).
  intros j J L M. rewrite (E j J L M). f_equal. ring.
Qed.

Lemma power_repeats : forall x m p n c, 0 < p -> equal_on x m n c ->
  equal_on (L_power_softmax x m p n) m n (Rpower (t m n) (-1 / p)).
Proof.
  intros x m p n c P E j J L M. rewrite (power_softmax_exponential x m p n j M), (powered_repeat x m p n c E),
    (E j J L M).
  assert (T := count_positive m n j J L M). rewrite ln_mult, ln_exp by (try apply exp_pos; lra).
  unfold Rpower. f_equal. field. lra.
Qed.

Lemma power_output : forall x v m d n k c p u, 0 < p -> P_sees m n -> equal_on x m n c ->
  equal_on (fun j => v (L_place j d k)) m n u ->
  L_aggregate (L_power_softmax x m p n) m v d n k = Rpower (t m n) (1 - 1 / p) * u.
Proof.
  intros x v m d n k c p u P S E V. rewrite (weighted_repeats _ v m d k n _ u (power_repeats x m p n c P E) V).
  assert (T := count_of_visible m n S). replace (1 - 1 / p) with (1 + -1 / p) by (field; lra).
  rewrite Rpower_plus, Rpower_1 by lra. reflexivity.
Qed.

(* k^y grows without bound for y > 0, and falls to nothing for y < 0 *)
Lemma power_grows : forall y bound, 0 < y -> exists N : Z, forall k : Z, (N <= k)%Z -> 0 < IZR k /\
  bound < Rpower (IZR k) y.
Proof.
  intros y bound Y. destruct (some_above (exp (Rmax bound 0 / y))) as [N H]. exists N. intros k K. specialize (H k K).
  assert (P := exp_pos (Rmax bound 0 / y)). split; [lra|].
  apply Rle_lt_trans with (Rmax bound 0); [apply Rmax_l|].
  assert (Z := Rmax_r bound 0). set (b := Rmax bound 0) in *.
  apply Rlt_trans with (exp b); [assert (I := exp_ineq1_le b); lra|].
  unfold Rpower. apply exp_increasing. apply ln_increasing in H; [|exact P]. rewrite ln_exp in H.
  replace b with (y * (b / y)) by (field; lra). apply Rmult_lt_compat_l; assumption.
Qed.

Lemma power_vanishes : forall y bound, y < 0 -> 0 < bound ->
  exists N : Z, forall k : Z, (N <= k)%Z -> 0 < IZR k /\ 0 < Rpower (IZR k) y < bound.
Proof.
  intros y bound Y B. destruct (power_grows (- y) (/ bound) ltac:(lra)) as [N H]. exists N. intros k K.
  destruct (H k K) as [T G]. split; [exact T|]. split; [apply exp_pos|].
  assert (I := Rinv_0_lt_compat _ B).
  rewrite Rpower_Ropp in G. assert (P : 0 < Rpower (IZR k) y) by apply exp_pos.
  rewrite <- (Rinv_inv bound), <- (Rinv_inv (Rpower (IZR k) y)). apply Rinv_lt_contravar; [|exact G].
  apply Rmult_lt_0_compat; [exact I|]. apply Rinv_0_lt_compat, P.
Qed.

Lemma power_weight_vanishes : forall p bound, 0 < p -> 0 < bound -> exists N : Z, forall x m n i c,
  (0 <= i)%Z -> (i < n)%Z -> P_among m i -> equal_on x m n c -> (N <= L_visible_count m n)%Z ->
    L_power_softmax x m p n i < bound.
Proof.
  intros p bound P B. assert (Y : -1 / p < 0).
  { assert (I := Rinv_0_lt_compat _ P). unfold Rdiv. lra. }
  destruct (power_vanishes _ bound Y B) as [N H]. exists N. intros x m n i c I L M E K.
  rewrite (power_repeats x m p n c P E i I L M). apply H, K.
Qed.

Lemma power_output_grows : forall p u bound, 1 < p -> u <> 0 -> exists N : Z, forall x v m d n k c,
  P_sees m n -> equal_on x m n c -> equal_on (fun j => v (L_place j d k)) m n u -> (N <= L_visible_count m n)%Z ->
  bound < Rabs (L_aggregate (L_power_softmax x m p n) m v d n k).
Proof.
  intros p u bound P U. assert (Y : 0 < 1 - 1 / p).
  { assert (I : / p < / 1) by (apply Rinv_lt_contravar; lra). rewrite Rinv_1 in I. unfold Rdiv. lra. }
  assert (A := Rabs_pos_lt u U). destruct (power_grows _ (bound / Rabs u) Y) as [N H]. exists N.
  intros x v m d n k c S E V K. rewrite (power_output x v m d n k c p u) by (assumption || lra).
  rewrite Rabs_mult, (Rabs_pos_eq (Rpower _ _)) by (left; apply exp_pos).
  replace bound with (bound / Rabs u * Rabs u) by (field; lra). apply Rmult_lt_compat_r; [exact A|]. apply H, K.
Qed.

Lemma power_output_vanishes : forall p u bound, 0 < p -> p < 1 -> 0 < bound -> exists N : Z, forall x v m d n k c,
  P_sees m n -> equal_on x m n c -> equal_on (fun j => v (L_place j d k)) m n u -> (N <= L_visible_count m n)%Z ->
  Rabs (L_aggregate (L_power_softmax x m p n) m v d n k) < bound.
Proof.
  intros p u bound P Q B. assert (Y : 1 - 1 / p < 0).
  { assert (I : / 1 < / p) by (apply Rinv_lt_contravar; lra). rewrite Rinv_1 in I. unfold Rdiv. lra. }
  assert (A := Rabs_pos u). assert (C : 0 < bound / (Rabs u + 1)) by (apply Rdiv_lt_0_compat; lra).
  destruct (power_vanishes _ _ Y C) as [N H]. exists N.
  intros x v m d n k c S E V K. rewrite (power_output x v m d n k c p u) by (assumption || lra).
  destruct (H _ K) as [_ [G L]].
  rewrite Rabs_mult, (Rabs_pos_eq (Rpower _ _)) by lra.
  apply Rle_lt_trans with (Rpower (t m n) (1 - 1 / p) * (Rabs u + 1)); [apply Rmult_le_compat_l; lra|].
  apply Rlt_le_trans with (bound / (Rabs u + 1) * (Rabs u + 1)); [apply Rmult_lt_compat_r; lra|].
  right. field. lra.
Qed.

(* ---- stretched and cut back ---- *)

Lemma clipped_repeats : forall x m n c gamma zeta, equal_on x m n c ->
  equal_on (L_clipped_weights (L_softmax x m n) gamma zeta) m n (Rmin 1 (Rmax 0 ((zeta - gamma) / t m n + gamma))).
Proof.
  intros x m n c gamma zeta E j J L M. unfold L_clipped_weights. rewrite (softmax_repeats x m n c E j J L M).
  do 3 f_equal. unfold Rdiv. ring.
Qed.

Lemma clipped_ends : forall x m n i c gamma zeta, gamma < 0 -> (0 <= i)%Z -> (i < n)%Z -> P_among m i ->
  equal_on x m n c ->
  zeta - gamma <= - gamma * t m n -> L_clipped_weights (L_softmax x m n) gamma zeta i = 0.
Proof.
  intros x m n i c gamma zeta G I L M E K. rewrite (clipped_repeats x m n c gamma zeta E i I L M). apply clip_low.
  assert (T := count_positive m n i I L M). apply Rmult_le_reg_r with (t m n); [lra|].
  replace (((zeta - gamma) / t m n + gamma) * t m n) with (zeta - gamma + gamma * t m n) by (field; lra). lra.
Qed.

Lemma clipped_output_ends : forall gamma zeta, gamma < 0 -> exists N : Z, forall x v m d n k c,
  equal_on x m n c -> (N <= L_visible_count m n)%Z ->
  L_aggregate (L_clipped_weights (L_softmax x m n) gamma zeta) m v d n k = 0.
Proof.
  intros gamma zeta G. destruct (some_above ((zeta - gamma) / - gamma)) as [N H]. exists N. intros x v m d n k c E K.
  unfold L_aggregate, L_weighted. apply sum_of_zeros. intros j J. destruct (m j) eqn:M; [|reflexivity].
  rewrite (clipped_ends x m n j c gamma zeta G (proj1 J) (proj2 J) M E); [ring|].
  specialize (H _ K). replace (zeta - gamma) with (- gamma * ((zeta - gamma) / - gamma)) by (field; lra).
  apply Rmult_le_compat_l; lra.
Qed.

(* ---- softpick ---- *)

Lemma largest_repeats : forall x m n i c, (0 <= i)%Z -> (i < n)%Z -> P_among m i -> equal_on x m n c ->
  L_largest x m n = c.
Proof.
  intros x m n i c I L M E. destruct (largest_is_reached x m n) as (j & J & A & ->); [lia| |].
  - intro V. unfold P_among in M. rewrite V in M by lia. discriminate.
  - apply E; [lia|lia|exact A].
Qed.

Lemma excess_of_largest : forall c, L_excess c c = 1 - exp (- c).
Proof. intro c. unfold L_excess. replace (c - c) with 0 by ring. rewrite exp_0. reflexivity. Qed.

Lemma excess_above : forall c, 0 < c -> 0 < 1 - exp (- c).
Proof. intros c C. assert (exp (- c) < exp 0) by (apply exp_increasing; lra). rewrite exp_0 in *. lra. Qed.

Lemma softpick_repeats : forall x m n c e, 0 < c -> equal_on x m n c ->
  equal_on (L_softpick x m n e) m n ((1 - exp (- c)) / (t m n * (1 - exp (- c)) + e)).
Proof.
  intros x m n c e C E j J L M. unfold L_softpick.
  rewrite (among_true _ _ M), (largest_repeats x m n j c J L M E), (E j J L M).
  rewrite excess_of_largest. assert (P := excess_above c C). rewrite Rmax_right by lra. f_equal. f_equal.
  apply (sum_repeats m (fun i => Rabs (L_excess (x i) c))). intros i I H A.
  rewrite (E i I H A), excess_of_largest. apply Rabs_pos_eq. lra.
Qed.

Lemma softpick_output : forall x v m d n k c e u, 0 < c -> equal_on x m n c ->
  equal_on (fun j => v (L_place j d k)) m n u ->
  L_aggregate (L_softpick x m n e) m v d n k = t m n * (1 - exp (- c)) / (t m n * (1 - exp (- c)) + e) * u.
Proof.
  intros x v m d n k c e u C E V. rewrite (weighted_repeats _ v m d k n _ u (softpick_repeats x m n c e C E) V).
  unfold Rdiv. ring.
Qed.

(* a share of at least t equal ones *)
Lemma equal_share : forall k a e, 0 < k -> 0 < a -> 0 <= e -> a / (k * a + e) <= 1 / k.
Proof.
  intros k a e K A E. assert (P : 0 < k * a) by (apply Rmult_lt_0_compat; assumption).
  replace (1 / k) with (a / (k * a)) by (field; lra). apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
Qed.

Lemma softpick_vanishes : forall e bound, 0 <= e -> 0 < bound -> exists N : Z, forall x m n i c,
  (0 <= i)%Z -> (i < n)%Z -> P_among m i -> equal_on x m n c -> (N <= L_visible_count m n)%Z ->
    L_softpick x m n e i < bound.
Proof.
  intros e bound P B. destruct (quotient_vanishes 1 bound B) as [N H]. exists N. intros x m n i c I L M E K.
  destruct (H _ K) as [T Q]. destruct (Rlt_le_dec 0 c) as [C|C].
  - rewrite (softpick_repeats x m n c e C E i I L M).
    assert (S := equal_share (t m n) _ e T (excess_above c C) P). lra.
  - rewrite softpick_negative; [exact B|]. rewrite (E i I L M). exact C.
Qed.

(* ---- weights of a key's own score, and what they sum to ---- *)

Lemma output_grows : forall a u bound, a <> 0 -> u <> 0 -> exists N : Z, forall w v m d n k,
  equal_on w m n a -> equal_on (fun j => v (L_place j d k)) m n u -> (N <= L_visible_count m n)%Z ->
  bound < Rabs (L_aggregate w m v d n k).
Proof.
  intros a u bound A U. assert (P : 0 < Rabs a * Rabs u) by (apply Rmult_lt_0_compat; apply Rabs_pos_lt; assumption).
  destruct (some_above (bound / (Rabs a * Rabs u))) as [N H]. exists N. intros w v m d n k W V K. specialize (H _ K).
  rewrite (weighted_repeats w v m d k n a u W V), !Rabs_mult, (Rabs_pos_eq (t m n)) by apply count_nonnegative.
  rewrite Rmult_assoc. replace bound with (bound / (Rabs a * Rabs u) * (Rabs a * Rabs u)) at 1.
  - apply Rmult_lt_compat_r; assumption.
  - unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. ring.
Qed.

Lemma absolutes_repeat : forall w m n a, equal_on w m n a -> equal_on (L_absolutes w) m n (Rabs a).
Proof. intros w m n a E j J L M. unfold L_absolutes. rewrite (E j J L M). reflexivity. Qed.

Lemma absolutes_else : forall w m n, nothing_else w m n -> nothing_else (L_absolutes w) m n.
Proof. intros w m n Z j J L M. unfold L_absolutes. rewrite (Z j J L M). apply Rabs_R0. Qed.

Lemma normalised_repeats : forall w m n a e, equal_on w m n a -> nothing_else w m n ->
  equal_on (L_sum_normalised w n e) m n (a / (t m n * a + e)).
Proof.
  intros w m n a e E Z j J L M. unfold L_sum_normalised. rewrite (total_repeats w m n a E Z), (E j J L M). reflexivity.
Qed.

Lemma at_least_one_repeats : forall w m n a, equal_on w m n a -> nothing_else w m n ->
  equal_on (L_at_least_one_normalised w n) m n (a / Rmax (t m n * Rabs a) 1).
Proof.
  intros w m n a E Z j J L M. unfold L_at_least_one_normalised.
  rewrite (total_repeats w m n a E Z), (E j J L M), Rabs_mult.
  rewrite (Rabs_pos_eq (t m n)) by apply count_nonnegative. reflexivity.
Qed.

Lemma normalised_output : forall w v m d n k a e u, equal_on w m n a -> nothing_else w m n ->
  equal_on (fun j => v (L_place j d k)) m n u ->
  L_aggregate (L_sum_normalised w n e) m v d n k = t m n * a / (t m n * a + e) * u.
Proof.
  intros w v m d n k a e u E Z V. rewrite (weighted_repeats _ v m d k n _ u (normalised_repeats w m n a e E Z) V).
  unfold Rdiv. ring.
Qed.

Lemma normalised_vanishes : forall e bound, 0 <= e -> 0 < bound -> exists N : Z, forall w m n i a, 0 < a ->
  (0 <= i)%Z -> (i < n)%Z -> P_among m i -> equal_on w m n a -> nothing_else w m n -> (N <= L_visible_count m n)%Z ->
  L_sum_normalised w n e i < bound.
Proof.
  intros e bound P B. destruct (quotient_vanishes 1 bound B) as [N H]. exists N. intros w m n i a A I L M E Z K.
  destruct (H _ K) as [T Q]. rewrite (normalised_repeats w m n a e E Z i I L M).
  assert (S := equal_share (t m n) a e T A P). lra.
Qed.

(* ---- as the specification says it: a on the visible keys and 0 on the others ---- *)

Definition equal_weights (w : A_seq) (m : A_subset) (n : Z) (a : R) : Prop := forall j, (0 <= j)%Z -> (j < n)%Z ->
  (~ P_among m j -> w j = 0) /\ (P_among m j -> w j = a).

Lemma equal_part : forall w m n a, equal_weights w m n a -> equal_on w m n a.
Proof. intros w m n a E j J L. apply E; assumption. Qed.

Lemma other_part : forall w m n a, equal_weights w m n a -> nothing_else w m n.
Proof. intros w m n a E j J L. apply (E j); assumption. Qed.

Lemma function_weights : forall (f : R -> R) x m n c, equal_on x m n c ->
  equal_weights (fun i => if m i then f (x i) else 0) m n (f c).
Proof.
  intros f x m n c E j J L. split; intro M.
  - rewrite (among_false _ _ M). reflexivity.
  - rewrite (among_true _ _ M), (E j J L M). reflexivity.
Qed.

(* ---- further outputs, and those that settle at the value ---- *)

Lemma clipped_output : forall x v m d n k c gamma zeta u, equal_on x m n c ->
  equal_on (fun j => v (L_place j d k)) m n u ->
  L_aggregate (L_clipped_weights (L_softmax x m n) gamma zeta) m v d n k =
  t m n * Rmin 1 (Rmax 0 ((zeta - gamma) / t m n + gamma)) * u.
Proof.
  intros x v m d n k c gamma zeta u E V. exact (weighted_repeats _ v m d k n _ u (clipped_repeats x m n c gamma zeta E)
    V).
Qed.

Lemma absolute_output : forall w v m d n k a e u, equal_on w m n a -> nothing_else w m n ->
  equal_on (fun j => v (L_place j d k)) m n u ->
  L_aggregate (L_absolute_sum_normalised w n e) m v d n k = t m n * Rabs a / (t m n * Rabs a + e) * u.
Proof.
  intros w v m d n k a e u E Z V.
  exact (normalised_output _ v m d n k _ e u (absolutes_repeat w m n a E) (absolutes_else w m n Z) V).
Qed.

Lemma at_least_one_output : forall w v m d n k a u, equal_on w m n a -> nothing_else w m n ->
  equal_on (fun j => v (L_place j d k)) m n u ->
  L_aggregate (L_at_least_one_normalised w n) m v d n k = t m n * a / Rmax (t m n * Rabs a) 1 * u.
Proof.
  intros w v m d n k a u E Z V. rewrite (weighted_repeats _ v m d k n _ u (at_least_one_repeats w m n a E Z) V).
  unfold Rdiv. ring.
Qed.

Lemma share_settles : forall a e u bound, 0 < a -> 0 <= e -> 0 < bound -> exists N : Z, forall k : Z, (N <= k)%Z ->
  Rabs (IZR k * a / (IZR k * a + e) * u - u) < bound.
Proof.
  intros a e u bound A E B. destruct (quotient_vanishes (e * Rabs u / a) bound B) as [N H]. exists N. intros k K.
  destruct (H k K) as [T Q]. assert (P : 0 < IZR k * a) by (apply Rmult_lt_0_compat; assumption).
  replace (IZR k * a / (IZR k * a + e) * u - u) with (- (e / (IZR k * a + e) * u)) by (field; lra).
  assert (U := Rabs_pos u). assert (I := Rinv_0_lt_compat _ P).
  assert (J : 0 < / (IZR k * a + e)) by (apply Rinv_0_lt_compat; lra).
  rewrite Rabs_Ropp, Rabs_mult, Rabs_pos_eq by (apply Rmult_le_pos; lra).
  eapply Rle_lt_trans; [|exact Q]. replace (e * Rabs u / a / IZR k) with (e * / (IZR k * a) * Rabs u) by (field; lra).
  apply Rmult_le_compat_r; [exact U|]. apply Rmult_le_compat_l; [exact E|]. apply Rinv_le_contravar; lra.
Qed.

Lemma normalised_settles : forall a e u bound, 0 < a -> 0 <= e -> 0 < bound -> exists N : Z, forall w v m d n k,
  equal_on w m n a -> nothing_else w m n -> equal_on (fun j => v (L_place j d k)) m n u ->
    (N <= L_visible_count m n)%Z ->
  Rabs (L_aggregate (L_sum_normalised w n e) m v d n k - u) < bound.
Proof.
  intros a e u bound A E B. destruct (share_settles a e u bound A E B) as [N H]. exists N. intros w v m d n k W Z V K.
  rewrite (normalised_output w v m d n k a e u W Z V). exact (H _ K).
Qed.

Lemma softpick_settles : forall c e u bound, 0 < c -> 0 <= e -> 0 < bound -> exists N : Z, forall x v m d n k,
  equal_on x m n c -> equal_on (fun j => v (L_place j d k)) m n u -> (N <= L_visible_count m n)%Z ->
  Rabs (L_aggregate (L_softpick x m n e) m v d n k - u) < bound.
Proof.
  intros c e u bound C E B. destruct (share_settles _ e u bound (excess_above c C) E B) as [N H]. exists N.
  intros x v m d n k X V K. rewrite (softpick_output x v m d n k c e u C X V). exact (H _ K).
Qed.

Lemma sink_settles : forall c s u bound, 0 < bound -> exists N : Z, forall x v m d n k,
  equal_on x m n c -> equal_on (fun j => v (L_place j d k)) m n u -> (N <= L_visible_count m n)%Z ->
  Rabs (L_aggregate (L_sink_softmax x m n s) m v d n k - u) < bound.
Proof.
  intros c s u bound B. assert (U := Rabs_pos u).
  destruct (sink_share_vanishes c s (bound / (Rabs u + 1))) as [N H]; [apply Rdiv_lt_0_compat; lra|]. exists N.
  intros x v m d n k X V K. specialize (H x m n X K). assert (P := proj1 (sink_weight_bounds x m n s)).
  rewrite (sink_output x v m d n k s u V). replace ((1 - L_sink_weight x m n s) * u - u)
    with (- (L_sink_weight x m n s * u)) by ring.
  rewrite Rabs_Ropp, Rabs_mult, Rabs_pos_eq by lra.
  apply Rle_lt_trans with (L_sink_weight x m n s * (Rabs u + 1)); [apply Rmult_le_compat_l; lra|].
  replace bound with (bound / (Rabs u + 1) * (Rabs u + 1)) by (field; lra). apply Rmult_lt_compat_r; lra.
Qed.

(* ---- key 0 scores b more than the others ---- *)

Definition equal_but_first (x : A_seq) (m : A_subset) (n : Z) (c b : R) : Prop :=
  forall j, (0 <= j)%Z -> (j < n)%Z -> P_among m j -> (j = 0%Z -> x j = c + b) /\ (j <> 0%Z -> x j = c).

Lemma first_alone : forall d n, (0 < n)%Z -> sum_below (fun j => if (j =? 0)%Z then d else 0) n = d.
Proof.
  intros d n N. unfold sum_below. replace (Z.to_nat n) with (S (Z.to_nat (n - 1))) by lia.
  induction (Z.to_nat (n - 1)) as [|k IH]; [simpl; ring|].
  change (total (fun j => if (j =? 0)%Z then d else 0) (S k) + (if (Z.of_nat (S k) =? 0)%Z then d else 0) = d).
  rewrite IH. replace (Z.of_nat (S k) =? 0)%Z with false by (symmetry; apply Z.eqb_neq; lia). ring.
Qed.

Lemma total_of_sum : forall f g n, total (fun j => f j + g j) n = total f n + total g n.
Proof. intros f g n. induction n as [|n IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma exponentials_but_first : forall x m n c b, (0 < n)%Z -> P_among m 0 -> equal_but_first x m n c b ->
  L_exponentials x m 0 n = exp c * (t m n - 1 + exp b).
Proof.
  intros x m n c b N F E. unfold L_exponentials.
  rewrite (sum_equal _ (fun j => (if m j then exp c else 0) + (if (j =? 0)%Z then exp (c + b) - exp c else 0))).
  - unfold sum_below. rewrite total_of_sum. fold (sum_below (fun j => if m j then exp c else 0) n).
    fold (sum_below (fun j => if (j =? 0)%Z then exp (c + b) - exp c else 0) n).
    rewrite first_alone by exact N. rewrite (sum_repeats m (fun _ => exp c) (exp c) n (fun _ _ _ _ => eq_refl)),
      exp_plus. ring.
  - intros j J. destruct (Z.eqb_spec j 0) as [Z|D].
    + subst j. rewrite (among_true _ _ F), (proj1 (E 0%Z ltac:(lia) N F) eq_refl), Rminus_0_r. ring.
    + destruct (m j) eqn:M; [|ring]. rewrite (proj2 (E j (proj1 J) (proj2 J) M) D), Rminus_0_r. ring.
Qed.

Lemma first_key_weight : forall x m n c b, (0 < n)%Z -> P_among m 0 -> equal_but_first x m n c b ->
  L_softmax x m n 0%Z = exp b / (t m n - 1 + exp b).
Proof.
  intros x m n c b N F E. unfold L_softmax. rewrite (among_true _ _ F), (exponentials_but_first x m n c b N F E).
  rewrite (proj1 (E 0%Z ltac:(lia) N F) eq_refl), exp_plus. assert (T := count_positive m n 0 ltac:(lia) N F).
  assert (C := exp_pos c). assert (B := exp_pos b). field. split; lra.
Qed.

Lemma other_key_weight : forall x m n i c b, (0 < i)%Z -> (i < n)%Z -> P_among m 0 -> P_among m i ->
  equal_but_first x m n c b ->
  L_softmax x m n i = 1 / (t m n - 1 + exp b).
Proof.
  intros x m n i c b I L F M E. assert (N : (0 < n)%Z) by lia. unfold L_softmax.
  rewrite (among_true _ _ M), (exponentials_but_first x m n c b N F E).
  rewrite (proj2 (E i ltac:(lia) L M)) by lia. assert (T := count_positive m n 0 ltac:(lia) N F).
  assert (C := exp_pos c). assert (B := exp_pos b). field. split; lra.
Qed.

Lemma first_key_vanishes : forall b bound, 0 < bound -> exists N : Z, forall x m n c, (0 < n)%Z -> P_among m 0 ->
  equal_but_first x m n c b -> (N <= L_visible_count m n)%Z -> L_softmax x m n 0%Z < bound.
Proof.
  intros b bound B. assert (P := exp_pos b). destruct (quotient_vanishes (exp b) bound B) as [N H]. exists (1 + N)%Z.
  intros x m n c L F E K. rewrite (first_key_weight x m n c b L F E).
  destruct (H (L_visible_count m n - 1)%Z ltac:(lia)) as [T Q].
  rewrite minus_IZR in *. eapply Rlt_trans; [|exact Q]. apply Rmult_lt_compat_l; [exact P|].
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat|]; lra.
Qed.
