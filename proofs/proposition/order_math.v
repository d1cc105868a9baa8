(* order_math.v - attention that keeps the order of the scores, attention whose weights are shares, and keys that score
   least. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence binary64 sink_softmax sigmoid elu identity scaled clipped softpick.
From Plumbline.model Require Import power_softmax normalised laws operators layers normalised_attention.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import laws_math normalised_math softpick_math power_softmax_math.
From Plumbline.position Require Import rope_math.
From Plumbline.proposition Require Import first_math operators_math layers_math.
Open Scope R_scope.

Definition both_visible (m : A_subset) (n i j : Z) : Prop :=
  (((((0 <= i)%Z /\ (i < n)%Z) /\ (0 <= j)%Z) /\ (j < n)%Z) /\ P_among m i) /\ P_among m j.
Definition keeps_order (a : A_attention) : Prop := forall x m n i j, x i <= x j -> both_visible m n i j ->
  a x m n i <= a x m n j.
Definition keeps_strict_order (a : A_attention) : Prop := forall x m n i j, x i < x j -> both_visible m n i j ->
  a x m n i < a x m n j.
Definition positive (a : A_attention) : Prop := forall x m n i, (0 <= i)%Z -> (i < n)%Z ->
  (~ P_among m i -> a x m n i = 0) /\ (P_among m i -> 0 < a x m n i).
Definition shares (a : A_attention) : Prop := forall x m n,
  L_total (a x m n) n <= 1 /\ (forall i, (0 <= i)%Z -> (i < n)%Z -> 0 <= a x m n i).

(* ---- order ---- *)

(* a weight is a function of its own score, the same function for all keys of a row *)
Definition by_own_score (a : A_attention) (f : A_seq -> A_subset -> Z -> R -> R) : Prop :=
  forall x m n i, (0 <= i)%Z -> (i < n)%Z -> P_among m i -> a x m n i = f x m n (x i).

Lemma order_by : forall a f, by_own_score a f ->
  (forall x m n y z, P_sees m n -> y <= z -> f x m n y <= f x m n z) -> keeps_order a.
Proof.
  intros a f B F x m n i j H (((((I & K) & J) & L) & M) & A). rewrite (B x m n i), (B x m n j) by assumption.
  apply F; [exists i; auto|exact H].
Qed.

Lemma strict_order_by : forall a f, by_own_score a f ->
  (forall x m n y z, P_sees m n -> y < z -> f x m n y < f x m n z) -> keeps_strict_order a.
Proof.
  intros a f B F x m n i j H (((((I & K) & J) & L) & M) & A). rewrite (B x m n i), (B x m n j) by assumption.
  apply F; [exists i; auto|exact H].
Qed.

(* where the function rises strictly both follow *)
Lemma rising_order : forall a f, by_own_score a f ->
  (forall x m n y z, P_sees m n -> y < z -> f x m n y < f x m n z) -> keeps_order a /\ keeps_strict_order a.
Proof.
  intros a f B F. split; [|apply (strict_order_by a f B F)]. apply (order_by a f B). intros x m n y z S [H|H].
  - left. apply F; assumption.
  - rewrite H. apply Rle_refl.
Qed.

Lemma divided_rises : forall (g : R -> R) d y z, 0 < d -> g y < g z -> g y / d < g z / d.
Proof. intros g d y z D H. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, D|exact H]. Qed.

Lemma softmax_order : keeps_order L_softmax_attention /\ keeps_strict_order L_softmax_attention.
Proof.
  apply (rising_order _ (fun x m n y => exp y / L_exponentials x m 0 n)).
  - intros x m n i I L M. unfold L_softmax_attention, L_softmax. rewrite (among_true _ _ M). reflexivity.
  - intros x m n y z S H. apply (divided_rises exp); [apply exponentials_positive, S|apply exp_increasing, H].
Qed.

Lemma sink_order : forall s, keeps_order (L_sink_attention s) /\ keeps_strict_order (L_sink_attention s).
Proof.
  intro s. apply (rising_order _ (fun x m n y => exp y / (L_exponentials x m 0 n + exp s))).
  - intros x m n i I L M. unfold L_sink_attention, L_sink_softmax. rewrite (among_true _ _ M). reflexivity.
  - intros x m n y z S H. apply (divided_rises exp); [apply sink_denominator|apply exp_increasing, H].
Qed.

Lemma scaled_order : forall alpha, 0 < alpha -> keeps_order (L_scaled_attention alpha) /\
  keeps_strict_order (L_scaled_attention alpha).
Proof.
  intros alpha P. apply (rising_order _ (fun x m n y => alpha * (exp y / L_exponentials x m 0 n))).
  - intros x m n i I L M. unfold L_scaled_attention, L_scaled_weights, L_softmax. rewrite (among_true _ _ M).
    reflexivity.
  - intros x m n y z S H. apply Rmult_lt_compat_l; [exact P|].
    apply (divided_rises exp); [apply exponentials_positive, S|apply exp_increasing, H].
Qed.

Lemma power_order : forall p, keeps_order (L_power_attention p) /\ keeps_strict_order (L_power_attention p).
Proof.
  intro p. apply (rising_order _ (fun x m n y => exp y / Rpower (L_powered x m p 0 n) (1 / p))).
  - intros x m n i I L M. unfold L_power_attention, L_power_softmax. rewrite (among_true _ _ M). reflexivity.
  - intros x m n y z S H. apply (divided_rises exp); [apply exp_pos|apply exp_increasing, H].
Qed.

Lemma clip_rises : forall y z, y <= z -> Rmin 1 (Rmax 0 y) <= Rmin 1 (Rmax 0 z).
Proof. intros y z H. apply Rle_min_compat_l, Rle_max_compat_l, H. Qed.

Lemma clipped_rises : forall gamma zeta v w, gamma <= zeta -> v <= w ->
  Rmin 1 (Rmax 0 ((zeta - gamma) * v + gamma)) <= Rmin 1 (Rmax 0 ((zeta - gamma) * w + gamma)).
Proof. intros gamma zeta v w G H. apply clip_rises, Rplus_le_compat_r, Rmult_le_compat_l; lra. Qed.

Lemma clipped_order : forall gamma zeta, gamma <= zeta -> keeps_order (L_clipped_attention gamma zeta).
Proof.
  intros gamma zeta G x m n i j H B. apply clipped_rises; [exact G|]. exact (proj1 softmax_order x m n i j H B).
Qed.

Lemma inverse_nonnegative : forall y, 0 <= y -> 0 <= / y.
Proof. intros y [P|Z]; [left; apply Rinv_0_lt_compat, P|rewrite <- Z, Rinv_0; lra]. Qed.

Lemma excesses_nonnegative : forall x m c n, 0 <= L_excesses x m c n.
Proof. intros x m c n. apply total_positive. intro i. destruct (m i); [apply Rabs_pos|lra]. Qed.

Lemma softpick_order : forall e, 0 <= e -> keeps_order (L_softpick_attention e).
Proof.
  intros e P. apply (order_by _ (fun x m n y => Rmax 0 (L_excess y (L_largest x m n)) /
    (L_excesses x m (L_largest x m n) n + e))).
  - intros x m n i I L M. unfold L_softpick_attention, L_softpick. rewrite (among_true _ _ M). reflexivity.
  - intros x m n y z S H. assert (N := excesses_nonnegative x m (L_largest x m n) n).
    apply Rmult_le_compat_r; [apply inverse_nonnegative; lra|]. apply Rle_max_compat_l. unfold L_excess.
    apply Rplus_le_compat_r. destruct H as [H|H]; [left; apply exp_increasing; lra|rewrite H; apply Rle_refl].
Qed.

Lemma sigmoid_rises : forall y z, y < z -> L_rsigmoid y < L_rsigmoid z.
Proof.
  intros y z H. assert (A := exp_pos (- y)). assert (B := exp_pos (- z)). unfold L_rsigmoid.
  apply Rmult_lt_compat_l; [lra|].
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra|]. apply Rplus_lt_compat_l, exp_increasing. lra.
Qed.

Lemma exp_at_most_one : forall y, y <= 0 -> exp y <= 1.
Proof. intros y [H|H]; [left; rewrite <- exp_0; apply exp_increasing, H|rewrite H, exp_0; apply Rle_refl]. Qed.

Lemma elu_rises : forall y z, y < z -> L_elu_plus_one y < L_elu_plus_one z.
Proof.
  intros y z H. unfold L_elu_plus_one. destruct (Rlt_dec 0 y); destruct (Rlt_dec 0 z); try lra.
  - assert (E := exp_at_most_one y ltac:(lra)). lra.
  - apply exp_increasing, H.
Qed.

Lemma sigmoid_below_exp : forall y, 0 < L_rsigmoid y <= exp y.
Proof.
  intro y. unfold L_rsigmoid. assert (P := exp_pos (- y)). split; [apply Rdiv_lt_0_compat; lra|].
  unfold Rdiv. rewrite Rmult_1_l. rewrite <- (Ropp_involutive y) at 2. rewrite (exp_Ropp (- y)).
  apply Rinv_le_contravar; lra.
Qed.

Lemma elu_below_exp : forall y, 0 < L_elu_plus_one y <= exp y.
Proof.
  intro y. split; [apply elu_positive|]. unfold L_elu_plus_one. destruct (Rlt_dec 0 y); [|lra].
  assert (E := exp_ineq1_le y). lra.
Qed.

Lemma function_order : forall f : R -> R, (forall y z, y < z -> f y < f z) ->
  keeps_order (fun x m _ i => if m i then f (x i) else 0) /\ keeps_strict_order (fun x m _ i =>
    if m i then f (x i) else 0).
Proof.
  intros f F. apply (rising_order _ (fun _ _ _ y => f y)); [|intros; apply F; assumption].
  intros x m n i I L M. rewrite (among_true _ _ M). reflexivity.
Qed.

(* ---- positive weights ---- *)

Lemma function_positive : forall f : R -> R, (forall y, 0 < f y) -> positive (fun x m _ i =>
  if m i then f (x i) else 0).
Proof.
  intros f F x m n i I L. split; intro M.
  - rewrite (among_false _ _ M). reflexivity.
  - rewrite (among_true _ _ M). apply F.
Qed.

Lemma positive_term : forall a x m n i, positive a -> (0 <= i < n)%Z -> 0 <= a x m n i.
Proof.
  intros a x m n i P I. destruct (P x m n i (proj1 I) (proj2 I)) as [B A].
  destruct (m i) eqn:M; [left; apply A, M|right; symmetry; apply B; unfold P_among; congruence].
Qed.

Lemma positive_total : forall a x m n, positive a -> 0 <= L_total (a x m n) n.
Proof.
  intros a x m n P. unfold L_total. rewrite <- (sum_of_zeros (fun _ => 0) n) by reflexivity.
  apply sum_at_most. intros i I. apply positive_term; assumption.
Qed.

Lemma term_at_most_sum : forall f n i, (forall j, (0 <= j < n)%Z -> 0 <= f j) -> (0 <= i < n)%Z -> f i <= sum_below f n.
Proof.
  intros f n i F I. assert (H := sum_one_and_least f 0 n i I F). lra.
Qed.

Lemma positive_total_visible : forall a x m n, positive a -> P_sees m n -> 0 < L_total (a x m n) n.
Proof.
  intros a x m n P (i & I & L & M). apply Rlt_le_trans with (a x m n i); [apply (P x m n i I L), M|].
  apply term_at_most_sum; [|lia]. intros j J. apply positive_term; assumption.
Qed.

Lemma normalised_positive_order : forall a e, keeps_order a -> positive a -> 0 <= e ->
  keeps_order (L_normalised_attention a e).
Proof.
  intros a e K P E x m n i j H B. unfold L_normalised_attention, L_sum_normalised.
  apply Rmult_le_compat_r; [|apply K; assumption]. apply inverse_nonnegative. assert (T := positive_total a x m n P).
  lra.
Qed.

Lemma absolutes_of_positive : forall a x m n i, positive a -> (0 <= i < n)%Z -> L_absolutes (a x m n) i = a x m n i.
Proof. intros a x m n i P I. apply Rabs_pos_eq, positive_term; assumption. Qed.

Lemma absolute_is_sum : forall a e x m n i, positive a -> (0 <= i)%Z -> (i < n)%Z ->
  L_absolute_attention a e x m n i = L_normalised_attention a e x m n i.
Proof.
  intros a e x m n i P I L. unfold L_absolute_attention, L_normalised_attention, L_absolute_sum_normalised,
    L_sum_normalised.
  rewrite absolutes_of_positive by (auto; lia). do 2 f_equal. unfold L_total. apply sum_equal. intros j J.
  apply absolutes_of_positive; assumption.
Qed.

Lemma at_least_one_order : forall a, keeps_order a -> keeps_order (L_at_least_one_attention a).
Proof.
  intros a K x m n i j H B. unfold L_at_least_one_attention, L_at_least_one_normalised.
  assert (M := Rmax_r (Rabs (L_total (a x m n) n)) 1).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|apply K; assumption].
Qed.

(* the identity divided by its sum: of the scores -1 and -2 the lower one weighs more *)
Definition two_scores : A_seq := fun j => if (j =? 0)%Z then -2 else -1.

Lemma identity_by_sum_turns_order : ~ keeps_order (L_normalised_attention L_identity_attention 0).
Proof.
  intro K. assert (B : both_visible everything 2 0 1) by (repeat split; reflexivity || lia).
  specialize (K two_scores everything 2%Z 0%Z 1%Z).
  unfold L_normalised_attention, L_identity_attention, L_sum_normalised,
    L_identity_weights, L_total, sum_below, everything, two_scores in K. simpl in K.
  replace (0 + -2 + -1 + 0) with (-3) in K by ring. specialize (K ltac:(lra) B). lra.
Qed.

Lemma identity_by_absolute_sum_turns_order : ~ keeps_order (L_absolute_attention L_identity_attention 0).
Proof.
  intro K. assert (B : both_visible everything 2 0 1) by (repeat split; reflexivity || lia).
  specialize (K two_scores everything 2%Z 0%Z 1%Z).
  unfold L_absolute_attention, L_identity_attention, L_absolute_sum_normalised,
    L_sum_normalised, L_absolutes, L_identity_weights, L_total, sum_below, everything, two_scores in K. simpl in K.
  rewrite (Rabs_left (-2)), (Rabs_left (-1)) in K by lra. specialize (K ltac:(lra) B).
  replace (0 + - -2 + - -1 + 0) with 3 in K by ring. lra.
Qed.

(* ---- shares ---- *)

Lemma shares_by_total : forall a, (forall x m n i, (0 <= i < n)%Z -> 0 <= a x m n i) ->
  (forall x m n, L_total (a x m n) n <= 1) -> shares a.
Proof. intros a P T x m n. split; [apply T|intros i I L; apply P; lia]. Qed.

Lemma softmax_shares : shares L_softmax_attention.
Proof.
  apply shares_by_total; intros x m n; [intros i I; apply softmax_bounds, I|]. unfold L_softmax_attention, L_softmax.
  rewrite shares_total. assert (N := exponentials_nonnegative x m n). set (d := L_exponentials x m 0 n) in *.
  destruct N as [P|Z]; [right; apply Rinv_r; lra|rewrite <- Z; unfold Rdiv; lra].
Qed.

Lemma sink_shares : forall s, shares (L_sink_attention s).
Proof.
  intro s. apply shares_by_total; intros x m n; [intros i I; apply sink_softmax_bounds, I|].
  assert (T := sink_total x m n s). assert (W := sink_weight_bounds x m n s). unfold L_sink_attention. lra.
Qed.

Lemma share_of_more : forall t d, 0 <= t -> t <= d -> t / d <= 1.
Proof.
  intros t d T D. destruct (Req_dec d 0) as [Z|Z]; [rewrite Z; unfold Rdiv; rewrite Rinv_0; lra|].
  apply Rmult_le_reg_r with d; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by exact Z. lra.
Qed.

Lemma total_of_absolutes : forall w n, 0 <= L_total (L_absolutes w) n.
Proof. intros w n. apply total_positive. intro i. apply Rabs_pos. Qed.

Lemma softpick_shares : forall e, 0 <= e -> shares (L_softpick_attention e).
Proof.
  intros e E. assert (P : forall x m n i, 0 <= L_softpick x m n e i).
  { intros x m n i. unfold L_softpick. destruct (m i); [|lra]. apply Rmult_le_pos; [apply Rmax_l|].
    apply inverse_nonnegative. assert (N := excesses_nonnegative x m (L_largest x m n) n). lra. }
  apply shares_by_total; intros x m n; [intros i I; apply P|]. eapply Rle_trans; [|exact (softpick_sum x m n e E)].
  apply total_at_most. intro i. apply Rle_abs.
Qed.

Lemma normalised_shares : forall a e, positive a -> 0 <= e -> shares (L_normalised_attention a e).
Proof.
  intros a e P E. apply shares_by_total; intros x m n.
  - intros i I. apply Rmult_le_pos; [apply positive_term; assumption|]. apply inverse_nonnegative.
    assert (T := positive_total a x m n P). lra.
  - unfold L_normalised_attention. rewrite normalised_total. assert (T := positive_total a x m n P).
    apply share_of_more; lra.
Qed.

Lemma absolute_shares : forall a e, 0 <= e -> shares (L_absolute_attention a e).
Proof.
  intros a e E. apply shares_by_total; intros x m n.
  - intros i I. assert (T := total_of_absolutes (a x m n) n). apply Rmult_le_pos; [apply Rabs_pos|].
    apply inverse_nonnegative. lra.
  - unfold L_absolute_attention, L_absolute_sum_normalised. rewrite normalised_total.
    assert (T := total_of_absolutes (a x m n) n). apply share_of_more; lra.
Qed.

Lemma at_least_one_shares : forall a, positive a -> shares (L_at_least_one_attention a).
Proof.
  intros a P. apply shares_by_total; intros x m n.
  - intros i I. apply Rmult_le_pos; [apply positive_term; assumption|].
    assert (M := Rmax_r (Rabs (L_total (a x m n) n)) 1). left. apply Rinv_0_lt_compat. lra.
  - eapply Rle_trans; [apply Rle_abs|]. apply at_least_one_total.
Qed.

(* ---- a key that k keys score as high as weighs at most 1/k ---- *)

Lemma one_of_k : forall a x m n t i k, keeps_order a -> shares a -> first_visible m n t -> (0 <= i < t)%Z ->
  (0 < k <= t)%Z ->
  (forall j, (0 <= j < k)%Z -> x i <= x j) -> a x m n i <= 1 / IZR k.
Proof.
  intros a x m n t i k K S F I C H. destruct F as ((T & N) & M). destruct (S x m n) as [Q P].
  assert (B : IZR k * a x m n i <= L_total (a x m n) n).
  { unfold L_total. replace n with (k + (n - k))%Z at 3 by ring. rewrite sum_cut by lia.
    assert (A := sum_least (a x m n) (a x m n i) k ltac:(lia)).
    assert (R := sum_least (fun j => a x m n (k + j)%Z) 0 (n - k) ltac:(lia) ltac:(intros j J; apply P; lia)).
    specialize (A ltac:(intros j J; apply K; [apply H, J|repeat split; try lia; apply M; lia])). lra. }
  assert (Z := IZR_lt 0 k ltac:(lia)). apply Rmult_le_reg_r with (IZR k); [exact Z|].
  replace (1 / IZR k * IZR k) with 1 by (field; lra). lra.
Qed.

Lemma softmax_one_of_k : forall x m n t i k, first_visible m n t -> (0 <= i < t)%Z -> (0 < k <= t)%Z ->
  (forall j, (0 <= j < k)%Z -> x i <= x j) -> L_softmax x m n i <= 1 / IZR k.
Proof. intros x m n t i k. apply (one_of_k L_softmax_attention); [apply softmax_order|apply softmax_shares]. Qed.

Lemma scaled_one_of_k : forall alpha x m n t i k, 0 <= alpha -> first_visible m n t -> (0 <= i < t)%Z ->
  (0 < k <= t)%Z ->
  (forall j, (0 <= j < k)%Z -> x i <= x j) -> L_scaled_weights (L_softmax x m n) alpha i <= alpha / IZR k.
Proof.
  intros alpha x m n t i k A F I K H. assert (B := softmax_one_of_k x m n t i k F I K H). unfold L_scaled_weights.
  replace (alpha / IZR k) with (alpha * (1 / IZR k)) by (unfold Rdiv; ring). apply Rmult_le_compat_l; assumption.
Qed.

Lemma clipped_one_of_k : forall gamma zeta x m n t i k, gamma <= zeta -> first_visible m n t -> (0 <= i < t)%Z ->
  (0 < k <= t)%Z ->
  (forall j, (0 <= j < k)%Z -> x i <= x j) ->
  L_clipped_weights (L_softmax x m n) gamma zeta i <= Rmin 1 (Rmax 0 ((zeta - gamma) * (1 / IZR k) + gamma)).
Proof.
  intros gamma zeta x m n t i k G F I K H. apply clipped_rises; [exact G|].
  exact (softmax_one_of_k x m n t i k F I K H).
Qed.

Lemma root_rises : forall v w p, 0 < p -> 0 < v -> v <= w -> Rpower v (1 / p) <= Rpower w (1 / p).
Proof.
  intros v w p P V H. apply Rle_Rpower_l; [|split; assumption]. apply Rmult_le_pos; [lra|]. left.
  apply Rinv_0_lt_compat, P.
Qed.

Lemma power_by_softmax : forall x m p n i, 0 < p -> (0 <= i)%Z -> (i < n)%Z -> P_among m i ->
  L_power_softmax x m p n i = Rpower (L_softmax (fun j => p * x j) m n i) (1 / p).
Proof. intros x m p n i P I L M. apply power_softmax_root; auto. Qed.

Lemma power_one_of_k : forall p x m n t i k, 0 < p -> first_visible m n t -> (0 <= i < t)%Z -> (0 < k <= t)%Z ->
  (forall j, (0 <= j < k)%Z -> x i <= x j) -> L_power_softmax x m p n i <= Rpower (IZR k) (-1 / p).
Proof.
  intros p x m n t i k P F I K H. assert (F' := F). destruct F' as ((T & N) & M).
  rewrite (power_by_softmax x m p n i P) by (try lia; apply M; lia).
  assert (B := softmax_one_of_k (fun j => p * x j) m n t i k F I K
    ltac:(intros j J; apply Rmult_le_compat_l; [lra|apply H, J])).
  eapply Rle_trans; [apply root_rises; [exact P| |exact B]|].
  - apply softmax_strict; [lia|lia|apply M; lia].
  - right. assert (Z := IZR_lt 0 k ltac:(lia)). unfold Rpower. f_equal. unfold Rdiv at 2.
    rewrite Rmult_1_l, ln_Rinv by exact Z.
    field. lra.
Qed.

(* ---- operators that follow the softmax ---- *)

Lemma sink_below_softmax : forall x m n i s, (0 <= i)%Z -> (i < n)%Z -> P_among m i ->
  L_sink_softmax x m n s i < L_softmax x m n i.
Proof.
  intros x m n i s I L M. unfold L_sink_softmax, L_softmax. rewrite (among_true _ _ M).
  apply Rmult_lt_compat_l; [apply exp_pos|].
  assert (S := exp_pos s). assert (P := exponentials_positive x m n (ex_intro _ i (conj I (conj L M)))).
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat|]; lra.
Qed.

Lemma clipped_follows : forall x m n i gamma zeta low high, gamma <= zeta -> low <= L_softmax x m n i <= high ->
  Rmin 1 (Rmax 0 ((zeta - gamma) * low + gamma)) <= L_clipped_weights (L_softmax x m n) gamma zeta i <=
  Rmin 1 (Rmax 0 ((zeta - gamma) * high + gamma)).
Proof. intros x m n i gamma zeta low high G [A B]. split; apply clipped_rises; assumption. Qed.

(* a bias that does not fall with the distance *)
Lemma rising_bias_favours_first : forall a x (g : A_seq) m n t c j, keeps_order a -> first_visible m n t ->
  (forall i, (0 <= i)%Z -> (i < t)%Z -> c + g (-1 + t + -1 * i)%Z = x i) ->
  (forall d d', (0 <= d)%Z -> (d <= d')%Z -> (d' < t)%Z -> g d <= g d') -> (0 <= j < t)%Z -> a x m n j <= a x m n 0%Z.
Proof.
  intros a x g m n t c j K ((T & N) & M) X G J. apply K; [|repeat split; try lia; apply M; lia].
  rewrite <- (X j), <- (X 0%Z) by lia. apply Rplus_le_compat_l, G; lia.
Qed.

(* ---- the output of equal values ---- *)

Lemma sum_of_visible_below : forall (w : A_seq) (m : A_subset) n, (forall j, (0 <= j < n)%Z -> m j = false ->
  w j = 0) ->
  sum_below (fun j => if m j then w j else 0) n = L_total w n.
Proof. intros w m n Z. apply sum_equal. intros j J.
  destruct (m j) eqn:M; [reflexivity|symmetry; apply Z; assumption]. Qed.

Lemma positive_output : forall a x v m d n k u, positive a -> P_sees m n ->
  equal_on (fun j => v (L_place j d k)) m n u ->
  L_aggregate (L_normalised_attention a 0 x m n) m v d n k = u.
Proof.
  intros a x v m d n k u P S V. rewrite (output_of_values _ v m d k n u V), sum_of_visible_below.
  - unfold L_normalised_attention. rewrite normalised_to_one; [ring|].
    apply Rgt_not_eq, positive_total_visible; assumption.
  - intros j J M. destruct (P x m n j (proj1 J) (proj2 J)) as [Z _]. unfold L_normalised_attention, L_sum_normalised.
    rewrite Z; [apply Rmult_0_l|]. unfold P_among. congruence.
Qed.

Lemma absolute_positive_order : forall a e, keeps_order a -> positive a -> 0 <= e ->
  keeps_order (L_absolute_attention a e).
Proof.
  intros a e K P E x m n i j H B. assert (S := B). destruct S as (((((I & G) & J) & L) & _) & _).
  rewrite !(absolute_is_sum a e) by assumption. exact (normalised_positive_order a e K P E x m n i j H B).
Qed.
