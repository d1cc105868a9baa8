(* mirror_math.v - scores that depend on the distance from the last visible key alone: weights that do so too. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence log sink_softmax sigmoid elu identity scaled clipped softpick.
From Plumbline.model Require Import power_softmax normalised laws operators layers normalised_attention elu_feature.
From Plumbline.model Require Import mlp_feature distance t5_bucket bias.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import laws_math softpick_math power_softmax_math.
From Plumbline.position Require Import rope_math.
From Plumbline.proposition Require Import first_math distance_math operators_math layers_math order_math bounds_math.
Open Scope R_scope.

(* scores read backwards give the weights read backwards, and hidden keys weigh nothing *)
Definition mirrored (x y : A_seq) (t : Z) : Prop := forall j, (0 <= j)%Z -> (j < t)%Z -> y (-1 + t + -1 * j)%Z = x j.
Definition mirrors (a : A_attention) : Prop := forall x y m n t, first_visible m n t -> mirrored x y t ->
  (forall i, (i < n)%Z -> (t <= i)%Z -> a x m n i = 0) /\ (forall i, (0 <= i)%Z -> (i < t)%Z ->
    a y m n (-1 + t + -1 * i)%Z = a x m n i).

Lemma mirrored_sum : forall (f : R -> R) x y m n t, first_visible m n t -> mirrored x y t ->
  sum_below (fun j => if m j then f (x j) else 0) n = sum_below (fun j => if m j then f (y j) else 0) n.
Proof.
  intros f x y m n t ((T & N) & M) H. rewrite (sum_of_visible_terms (fun j => f (x j)) m n t)
    by (try lia; intros j J; apply M; lia).
  rewrite (sum_of_visible_terms (fun j => f (y j)) m n t) by (try lia; intros j J; apply M; lia).
  rewrite <- (sum_backwards (fun j => f (y j))) by lia. apply sum_same. intros j J. rewrite <- (H j) by lia.
  do 2 f_equal. ring.
Qed.

Lemma mirrored_total : forall (w v : A_seq) n t, (0 <= t <= n)%Z ->
  (forall i, (0 <= i)%Z -> (i < t)%Z -> v (-1 + t + -1 * i)%Z = w i) ->
    (forall i, (t <= i)%Z -> (i < n)%Z -> w i = 0) ->
  (forall i, (t <= i)%Z -> (i < n)%Z -> v i = 0) -> L_total w n = L_total v n.
Proof.
  intros w v n t T H W V. rewrite (total_of_visible w n t), (total_of_visible v n t) by assumption.
  rewrite <- (sum_backwards v) by lia. apply sum_same. intros j J. rewrite <- (H j) by lia. f_equal. ring.
Qed.

Lemma mirrored_back : forall x y t, mirrored x y t -> mirrored y x t.
Proof.
  intros x y t H j J L. rewrite <- (H (-1 + t + -1 * j)%Z) by lia. f_equal. ring.
Qed.

Lemma mirrored_exponentials : forall x y m n t, first_visible m n t -> mirrored x y t ->
  L_exponentials x m 0 n = L_exponentials y m 0 n.
Proof. intros x y m n t F H. exact (mirrored_sum (fun r => exp (r - 0)) x y m n t F H). Qed.

(* weights that are a function of the key's own score and of something that does not change when the scores are read
   backwards *)
Lemma mirrors_by : forall (a : A_attention) (f : A_seq -> A_subset -> Z -> R -> R),
  (forall x m n i, a x m n i = if m i then f x m n (x i) else 0) ->
  (forall x y m n t, first_visible m n t -> mirrored x y t -> forall r, f x m n r = f y m n r) -> mirrors a.
Proof.
  intros a f A F x y m n t S H. assert (S' := S). destruct S' as ((T & N) & M). split.
  - intros i I L. rewrite A, (among_false m i) by (rewrite M by lia; lia). reflexivity.
  - intros i I L. rewrite !A. rewrite (among_true m i), (among_true m (-1 + t + -1 * i)) by (apply M; lia).
    rewrite (F x y m n t S H), (H i I L). reflexivity.
Qed.

Lemma softmax_mirrors : mirrors L_softmax_attention.
Proof.
  apply (mirrors_by _ (fun x m n r => exp r / L_exponentials x m 0 n)); [reflexivity|].
  intros x y m n t F H r. rewrite (mirrored_exponentials x y m n t F H). reflexivity.
Qed.

Lemma sink_mirrors : forall s, mirrors (L_sink_attention s).
Proof.
  intro s. apply (mirrors_by _ (fun x m n r => exp r / (L_exponentials x m 0 n + exp s))); [reflexivity|].
  intros x y m n t F H r. rewrite (mirrored_exponentials x y m n t F H). reflexivity.
Qed.

Lemma scaled_mirrors : forall alpha, mirrors (L_scaled_attention alpha).
Proof.
  intro alpha. apply (mirrors_by _ (fun x m n r => alpha * (exp r / L_exponentials x m 0 n))).
  - intros x m n i. unfold L_scaled_attention, L_scaled_weights, L_softmax.
    destruct (m i); [reflexivity|apply Rmult_0_r].
  - intros x y m n t F H r. rewrite (mirrored_exponentials x y m n t F H). reflexivity.
Qed.

Lemma power_mirrors : forall p, mirrors (L_power_attention p).
Proof.
  intro p. apply (mirrors_by _ (fun x m n r => exp r / Rpower (L_powered x m p 0 n) (1 / p))); [reflexivity|].
  intros x y m n t F H r. do 2 f_equal. exact (mirrored_sum (fun z => exp (p * (z - 0))) x y m n t F H).
Qed.

Lemma clipped_mirrors : forall gamma zeta, gamma <= 0 -> mirrors (L_clipped_attention gamma zeta).
Proof.
  intros gamma zeta G. apply (mirrors_by _ (fun x m n r => Rmin 1 (Rmax 0
    ((zeta - gamma) * (exp r / L_exponentials x m 0 n) + gamma)))).
  - intros x m n i. unfold L_clipped_attention, L_clipped_weights, L_softmax. destruct (m i); [reflexivity|].
    apply clip_low. rewrite Rmult_0_r. lra.
  - intros x y m n t F H r. rewrite (mirrored_exponentials x y m n t F H). reflexivity.
Qed.

Lemma mirrored_largest : forall x y m n t, first_visible m n t -> mirrored x y t -> L_largest x m n <= L_largest y m n.
Proof.
  intros x y m n t ((T & N) & M) H. assert (visible : P_among m 0) by (apply M; lia).
  destruct (largest_is_reached x m n ltac:(lia)) as (i & I & A & ->).
  - intro V. unfold P_among in visible. rewrite V in visible by lia. discriminate.
  - apply M in A; [|lia|lia]. rewrite <- (H i) by lia. apply largest_is_bound; [lia|]. apply M; lia.
Qed.

Lemma softpick_mirrors : forall e, mirrors (L_softpick_attention e).
Proof.
  intro e. apply (mirrors_by _ (fun x m n r => Rmax 0 (L_excess r (L_largest x m n)) /
    (L_excesses x m (L_largest x m n) n + e))); [reflexivity|].
  intros x y m n t F H r. assert (E : L_largest x m n = L_largest y m n).
  { apply Rle_antisym; [apply (mirrored_largest x y m n t F H)|apply (mirrored_largest y x m n t F
      (mirrored_back x y t H))]. }
  rewrite E. do 2 f_equal. exact (mirrored_sum (fun z => Rabs (L_excess z (L_largest y m n))) x y m n t F H).
Qed.

Lemma function_mirrors : forall f : R -> R, mirrors (fun x m _ i => if m i then f (x i) else 0).
Proof. intro f. apply (mirrors_by _ (fun _ _ _ r => f r)); reflexivity. Qed.

Lemma divided_mirrors : forall (a : A_attention) (h : R -> R) (d : A_seq -> Z -> R), mirrors a -> h 0 = 0 ->
  (forall w v n t, (0 <= t <= n)%Z -> (forall i, (0 <= i)%Z -> (i < t)%Z -> v (-1 + t + -1 * i)%Z = w i) ->
    (forall i, (t <= i)%Z -> (i < n)%Z -> w i = 0) -> (forall i, (t <= i)%Z -> (i < n)%Z -> v i = 0) ->
      d w n = d v n) ->
  mirrors (fun x m n i => h (a x m n i) / d (a x m n) n).
Proof.
  intros a h d A Z D x y m n t F H. destruct (A x y m n t F H) as [C B].
  destruct (A y x m n t F (mirrored_back x y t H)) as [C' _].
  assert (T : (0 <= t <= n)%Z) by (destruct F as ((P & Q) & _); lia). split.
  - intros i I L. rewrite (C i I L), Z. unfold Rdiv. ring.
  - intros i I L. rewrite (B i I L), (D _ _ n t T B (fun j J K => C j K J) (fun j J K => C' j K J)). reflexivity.
Qed.

Lemma normalised_mirrors : forall a e, mirrors a -> mirrors (L_normalised_attention a e).
Proof.
  intros a e A. apply (divided_mirrors a (fun r => r) (fun w n => L_total w n + e) A eq_refl).
  intros w v n t T H W V. rewrite (mirrored_total w v n t T H W V). reflexivity.
Qed.

Lemma absolute_mirrors : forall a e, mirrors a -> mirrors (L_absolute_attention a e).
Proof.
  intros a e A. apply (divided_mirrors a Rabs (fun w n => L_total (L_absolutes w) n + e) A Rabs_R0).
  intros w v n t T H W V. rewrite (mirrored_total (L_absolutes w) (L_absolutes v) n t T); [reflexivity| | |].
  - intros i I L. unfold L_absolutes. rewrite (H i I L). reflexivity.
  - intros i I L. unfold L_absolutes. rewrite (W i I L). apply Rabs_R0.
  - intros i I L. unfold L_absolutes. rewrite (V i I L). apply Rabs_R0.
Qed.

Lemma at_least_one_mirrors : forall a, mirrors a -> mirrors (L_at_least_one_attention a).
Proof.
  intros a A. apply (divided_mirrors a (fun r => r) (fun w n => Rmax (Rabs (L_total w n)) 1) A eq_refl).
  intros w v n t T H W V. rewrite (mirrored_total w v n t T H W V). reflexivity.
Qed.

(* ---- a bias of the distance, g, on scores c ---- *)

Lemma distance_mirrored : forall x g t c, of_distance x g t c -> mirrored x (L_shifted g c) t.
Proof. intros x g t c H j J L. unfold L_shifted. rewrite <- (H j J L). ring. Qed.

Lemma weights_by_distance : forall a x g m n t c i, mirrors a -> first_visible m n t -> of_distance x g t c ->
  (0 <= i < t)%Z ->
  a x m n i = a (L_shifted g c) m n (-1 + t + -1 * i)%Z.
Proof.
  intros a x g m n t c i A F H I. destruct (A x (L_shifted g c) m n t F (distance_mirrored x g t c H)) as [_ B].
  symmetry. apply B; lia.
Qed.

Lemma distance_exponentials : forall x g m n t c, first_visible m n t -> of_distance x g t c ->
  L_exponentials x m 0 n = exp c * L_exponentials g m 0 n.
Proof.
  intros x g m n t c F H. assert (T := proj1 (proj1 F)).
  rewrite (exponentials_of_first x m n t F), (exponentials_of_first g m n t F).
  apply exponential_sum_of_distance; [lia|exact H].
Qed.

Lemma visible_key : forall m n t i, first_visible m n t -> (0 <= i < t)%Z -> m i = true.
Proof. intros m n t i ((T & N) & M) I. apply M; lia. Qed.

Lemma sink_by_distance : forall x g m n t c s i, first_visible m n t -> of_distance x g t c -> (0 <= i < t)%Z ->
  L_sink_softmax x m n s i = exp (c + g (-1 + t + -1 * i)%Z) / (exp c * L_exponentials g m 0 n + exp s).
Proof.
  intros x g m n t c s i F H I. unfold L_sink_softmax.
  rewrite (visible_key m n t i F I), (distance_exponentials x g m n t c F H), <- (H i) by lia.
  reflexivity.
Qed.

Lemma sink_weight_by_distance : forall x g m n t c s, first_visible m n t -> of_distance x g t c ->
  L_sink_weight x m n s = exp s / (exp c * L_exponentials g m 0 n + exp s).
Proof. intros x g m n t c s F H. unfold L_sink_weight. rewrite (distance_exponentials x g m n t c F H).
  reflexivity. Qed.

Lemma softmax_by_distance : forall x g m n t c i, first_visible m n t -> of_distance x g t c -> (0 <= i < t)%Z ->
  L_softmax x m n i = exp (g (-1 + t + -1 * i)%Z) / L_exponentials g m 0 n.
Proof.
  intros x g m n t c i F H I. rewrite (weight_of_distance x g m n t c i F H I), (exponentials_of_first g m n t F).
  reflexivity.
Qed.

Lemma power_by_distance : forall x g m n t c p i, 0 < p -> first_visible m n t -> of_distance x g t c ->
  (0 <= i < t)%Z ->
  L_power_softmax x m p n i = exp (g (-1 + t + -1 * i)%Z) / Rpower (L_powered g m p 0 n) (1 / p).
Proof.
  intros x g m n t c p i P F H I.
  assert (E : L_power_softmax x m p n i = L_power_softmax (L_shifted g c) m p n (-1 + t + -1 * i)%Z).
  { apply (weights_by_distance (L_power_attention p) x g m n t c i (power_mirrors p) F H I). }
  assert (J : (0 <= -1 + t + -1 * i < n)%Z) by (destruct F as ((T & N) & _); lia).
  assert (K : P_among m (-1 + t + -1 * i)) by (apply (visible_key m n t _ F); lia).
  rewrite E, <- (power_softmax_any_shift (L_shifted g c) m p c n _ P (proj1 J) (proj2 J) K). unfold L_shifted at 1.
  replace (g (-1 + t + -1 * i)%Z + c - c) with (g (-1 + t + -1 * i)%Z) by ring. unfold Rdiv at 2. f_equal.
  replace (L_powered (L_shifted g c) m p c n) with (L_powered g m p 0 n).
  - unfold L_rpower, Rpower. rewrite <- exp_Ropp. f_equal. unfold Rdiv. ring.
  - unfold L_powered. apply sum_equal. intros j _. unfold L_shifted. destruct (m j); [|reflexivity]. f_equal. ring.
Qed.

(* ---- the kernels: equal keys have equal features ---- *)

Lemma features_score_alike : forall scale q k d t, (forall j c, (0 <= j)%Z -> (j < t)%Z -> (0 <= c)%Z -> (c < d)%Z ->
    k (L_place j d c) = k (L_place 0 d c)) -> forall j, (0 <= j)%Z -> (j < t)%Z ->
      L_scaled_dots scale q k d j = L_scaled_dots scale q k d 0%Z.
Proof.
  intros scale q k d t H j J L. unfold L_scaled_dots. f_equal. unfold L_dots. apply sum_same. intros c C. f_equal.
  unfold L_drop.
  assert (A := H j c J L ltac:(lia) ltac:(lia)). unfold L_place in *.
  replace (0 * d + 0 + c)%Z with (0 * d + c)%Z by ring. replace (j * d + 0 + c)%Z with (j * d + c)%Z by ring. exact A.
Qed.

Lemma elu_features_repeat : forall k d j c, k (L_place j d c) = k (L_place 0 d c) ->
  L_elu_features k (L_place j d c) = L_elu_features k (L_place 0 d c).
Proof. intros k d j c H. unfold L_elu_features. rewrite H. reflexivity. Qed.

Lemma mlp_features_repeat : forall k inner outer d h f t, (forall j c, (0 <= j)%Z -> (j < t)%Z -> (0 <= c)%Z ->
  (c < d)%Z ->
    k (L_place j d c) = k (L_place 0 d c)) -> forall j c, (0 <= j)%Z -> (j < t)%Z -> (0 <= c)%Z -> (c < f)%Z ->
  L_mlp_row_features k inner d outer h f (L_place j f c) = L_mlp_row_features k inner d outer h f (L_place 0 f c).
Proof.
  intros k inner outer d h f t H j c J L C D. unfold L_mlp_row_features.
  assert (Q : forall i, (L_place i f c / f = i)%Z) by (intro i; unfold L_place; rewrite Z.div_add_l, Z.div_small by lia;
    ring).
  assert (R : forall i, (L_place i f c mod f = c)%Z) by (intro i; unfold L_place; rewrite Z.add_comm, Z.mod_add,
    Z.mod_small by lia; reflexivity).
  rewrite !Q, !R. unfold L_mlp_features. unfold L_dots at 1 2. apply sum_same. intros e E. f_equal. unfold L_mlp_hidden.
  f_equal.
  unfold L_dots. apply sum_same. intros i I. f_equal. unfold L_drop. assert (A := H j i J L ltac:(lia) ltac:(lia)).
  unfold L_place in *.
  replace (0 * d + 0 + i)%Z with (0 * d + i)%Z by ring. replace (j * d + 0 + i)%Z with (j * d + i)%Z by ring. exact A.
Qed.

(* ---- biases that settle, and biases that do not fall ---- *)

Lemma settled_lowest : forall x g t D c, (0 <= D)%Z -> (D < t)%Z -> (forall d, (D <= d)%Z -> (d < t)%Z -> g d = g D) ->
  of_distance x g t c ->
  forall j, (0 <= j)%Z -> (j < t - D)%Z -> x 0%Z <= x j.
Proof.
  intros x g t D c P L S H j J K. rewrite <- (H 0%Z), <- (H j) by lia.
  rewrite (S (-1 + t + -1 * 0)%Z), (S (-1 + t + -1 * j)%Z) by lia.
  apply Rle_refl.
Qed.

Lemma bucket_far : forall (g table : A_seq) e l M t, (0 < l)%Z -> (0 < e)%Z -> (e < M)%Z ->
  (forall d, (0 <= d)%Z -> (d < t)%Z -> table (L_t5_bucket_of e l M d) = g d) -> forall d, (M <= d)%Z -> (d < t)%Z ->
    g d = g M.
Proof.
  intros g table e l M t L E EM H d D T. rewrite <- (H d), <- (H M) by lia. rewrite !last_bucket by lia. reflexivity.
Qed.

Lemma ln_monotone : forall y z, 0 < y -> y <= z -> ln y <= ln z.
Proof. intros y z Y [H|H]; [left; apply ln_increasing; assumption|rewrite H; apply Rle_refl]. Qed.

Lemma bucket_rises : forall e l M d f, (0 < l)%Z -> (0 < e)%Z -> (d <= f)%Z -> (0 <= d)%Z -> (e < M)%Z ->
  (L_t5_bucket_of e l M d <= L_t5_bucket_of e l M f)%Z.
Proof.
  intros e l M d f L E F D EM. unfold L_t5_bucket_of.
  assert (P : 0 < IZR e) by (apply IZR_lt; exact E).
  assert (W : 0 < ln (IZR M / IZR e)).
  { rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with (IZR e); [exact P|].
    replace (IZR M / IZR e * IZR e) with (IZR M) by (field; lra). rewrite Rmult_1_l. apply IZR_lt, EM. }
  assert (S : 0 <= IZR l) by (apply IZR_le; lia).
  assert (Q : forall n, (e <= n)%Z -> (0 <= Zfloor (ln (IZR n / IZR e) / ln (IZR M / IZR e) * IZR l))%Z).
  { intros n N. apply Zfloor_lub. apply Rmult_le_pos; [|exact S].
    apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, W].
    rewrite <- ln_1. apply ln_monotone; [lra|]. apply Rmult_le_reg_r with (IZR e); [exact P|].
    replace (IZR n / IZR e * IZR e) with (IZR n) by (field; lra). rewrite Rmult_1_l. apply IZR_le, N. }
  destruct (Z.ltb_spec d e) as [A|A]; destruct (Z.ltb_spec f e) as [B|B]; try lia.
  - specialize (Q f B). lia.
  - assert (Zfloor (ln (IZR d / IZR e) / ln (IZR M / IZR e) * IZR l) <=
      Zfloor (ln (IZR f / IZR e) / ln (IZR M / IZR e) * IZR l))%Z; [|lia].
    apply Zfloor_le. apply Rmult_le_compat_r; [exact S|]. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, W|].
    apply ln_monotone.
    + apply Rdiv_lt_0_compat; [apply IZR_lt; lia|exact P].
    + apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, P|apply IZR_le, F].
Qed.

(* ---- Shaw's position vectors: the row of its distance adds a bias of the distance to the score of a key ---- *)

Definition shaw_bias (scale : R) (q table : A_seq) (reach d : Z) : A_seq :=
  fun e => scale * L_dots q (L_drop table (L_place (L_clipped_row (- e) reach) d 0)) d.

Lemma shaw_settles : forall scale q table reach d e, (0 <= reach)%Z -> (reach <= e)%Z ->
  shaw_bias scale q table reach d e = shaw_bias scale q table reach d reach.
Proof.
  intros scale q table reach d e R E. unfold shaw_bias.
  replace (L_clipped_row (- e) reach) with (L_clipped_row (- reach) reach); [reflexivity|].
  unfold L_clipped_row. lia.
Qed.

Lemma dots_by_elements : forall q u v d, (forall c, (0 <= c < d)%Z -> u c = v c) -> L_dots q u d = L_dots q v d.
Proof. intros q u v d E. unfold L_dots. apply sum_same. intros c C. rewrite (E c C). reflexivity. Qed.

Lemma row_element : forall (x : A_seq) row d c, L_drop x (L_place row d 0) c = x (L_place row d c).
Proof. intros x row d c. unfold L_drop, L_place. f_equal. ring. Qed.

Lemma shaw_biased : forall scale q k r table reach t d,
  (forall j c, (0 <= c)%Z -> (c < d)%Z -> (0 <= j)%Z -> (j < t)%Z -> k (L_place j d c) = k (L_place 0 d c)) ->
  (forall j c, (0 <= c)%Z -> (c < d)%Z -> (0 <= j)%Z -> (j < t)%Z ->
    table (L_place (L_clipped_row (1 + j + -1 * t) reach) d c) = r (L_place j d c)) ->
  of_distance (L_biased (L_scaled_dots scale q k d) (L_scaled_dots scale q r d)) (shaw_bias scale q table reach d) t
    (L_scaled_dots scale q k d 0%Z).
Proof.
  intros scale q k r table reach t d K R j J L. unfold L_biased, L_scaled_dots, shaw_bias.
  f_equal; f_equal; apply dots_by_elements;
    intros c C; rewrite !row_element.
  - symmetry. apply K; lia.
  - rewrite <- R by lia. do 2 f_equal. f_equal. ring.
Qed.
