(* limits_math.v - equal scores: what K and KV biases and the three normalisations come to as the keys grow in
   number. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence sink_softmax normalised operators.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import laws_math.
From Plumbline.proposition Require Import operators_math.
Open Scope R_scope.

(* ---- a K bias that scores like the keys ---- *)

Lemma key_bias_weight : forall x m n c, equal_on x m n c -> equal_on (L_sink_softmax x m n c) m n (1 / (t m n + 1)).
Proof.
  intros x m n c E j J L M. rewrite (sink_softmax_repeats x m n c c E j J L M). apply one_more_key, count_nonnegative.
Qed.

Lemma key_bias_share : forall x m n c, equal_on x m n c -> L_sink_weight x m n c = 1 / (t m n + 1).
Proof. intros x m n c E. rewrite (sink_weight_repeats x m n c c E). apply one_more_key, count_nonnegative. Qed.

Lemma one_more_vanishes : forall bound, 0 < bound -> exists N : Z, forall k : Z, (N <= k)%Z ->
  0 < 1 / (IZR k + 1) < bound.
Proof.
  intros b B. destruct (quotient_vanishes 1 b B) as [N H]. exists N. intros k K. destruct (H k K) as [P Q].
  split; [apply Rdiv_lt_0_compat; lra|]. eapply Rle_lt_trans; [|exact Q]. apply Rmult_le_compat_l; [lra|].
  apply Rinv_le_contravar; lra.
Qed.

Lemma key_bias_output : forall x v m d n k c u, equal_on x m n c -> equal_on (fun j => v (L_place j d k)) m n u ->
  L_aggregate (L_sink_softmax x m n c) m v d n k = t m n / (t m n + 1) * u.
Proof.
  intros x v m d n k c u E V. rewrite (sink_output x v m d n k c u V), (key_bias_share x m n c E).
  assert (T := count_nonnegative m n). field. lra.
Qed.

(* ---- a KV bias: its value takes what the sink takes ---- *)

Lemma blend_settles : forall w u y, 0 < w <= 1 -> Rabs ((1 - w) * u + w * y - u) <= w * (Rabs u + Rabs y).
Proof.
  intros w u y W. replace ((1 - w) * u + w * y - u) with (w * (y - u)) by ring.
  rewrite Rabs_mult, (Rabs_pos_eq w) by lra.
  apply Rmult_le_compat_l; [lra|]. unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra.
Qed.

Lemma key_value_bias_settles : forall c s u y bound, 0 < bound -> exists N : Z, forall x v m d n k, equal_on x m n c ->
  equal_on (fun j => v (L_place j d k)) m n u -> (N <= L_visible_count m n)%Z ->
  Rabs (L_aggregate (L_sink_softmax x m n s) m v d n k + L_sink_weight x m n s * y - u) < bound.
Proof.
  intros c s u y b B. assert (U := Rabs_pos u). assert (Y := Rabs_pos y).
  destruct (sink_share_vanishes c s (b / (Rabs u + Rabs y + 1))) as [N H]; [apply Rdiv_lt_0_compat; lra|]. exists N.
  intros x v m d n k E V K. specialize (H x m n E K). assert (W := sink_weight_bounds x m n s).
  rewrite (sink_output x v m d n k s u V).
  eapply Rle_lt_trans; [apply blend_settles, W|]. set (w := L_sink_weight x m n s) in *. clearbody w.
  apply Rle_lt_trans with (w * (Rabs u + Rabs y + 1)); [apply Rmult_le_compat_l; lra|].
  replace b with (b / (Rabs u + Rabs y + 1) * (Rabs u + Rabs y + 1)) by (field; lra). apply Rmult_lt_compat_r; lra.
Qed.

(* ---- divided by the sum: weights of either sign, any epsilon ---- *)

Lemma quotient_of_sum_vanishes : forall a e y bound, a <> 0 -> 0 < bound -> exists N : Z, forall k : Z, (N <= k)%Z ->
  IZR k * a + e <> 0 /\ Rabs (y / (IZR k * a + e)) < bound.
Proof.
  intros a e y b A B. assert (P := Rabs_pos_lt a A).
  destruct (some_above ((Rabs e + (Rabs y + 1) / b) / Rabs a)) as [N H]. exists N. intros k K. specialize (H k K).
  assert (E := Rabs_pos e). assert (Y := Rabs_pos y).
  assert (Q : 0 < (Rabs y + 1) / b) by (apply Rdiv_lt_0_compat; lra).
  apply Rmult_lt_compat_r with (r := Rabs a) in H; [|exact P].
  replace ((Rabs e + (Rabs y + 1) / b) / Rabs a * Rabs a) with (Rabs e + (Rabs y + 1) / b) in H by (field; lra).
  assert (L : (Rabs y + 1) / b < Rabs (IZR k * a + e)).
  { assert (T := Rabs_triang_inv (IZR k * a) (- e)). unfold Rminus in T.
    rewrite Ropp_involutive, Rabs_Ropp, Rabs_mult in T.
    assert (S : IZR k * Rabs a <= Rabs (IZR k) * Rabs a) by (apply Rmult_le_compat_r; [lra|apply Rle_abs]). lra. }
  split.
  - intro Z. rewrite Z, Rabs_R0 in L. lra.
  - unfold Rdiv. rewrite Rabs_mult, Rabs_inv. set (d := Rabs (IZR k * a + e)) in *. clearbody d.
    apply Rmult_lt_reg_r with d; [lra|]. rewrite Rmult_assoc, Rinv_l by lra.
    apply Rmult_lt_compat_l with (r := b) in L; [|exact B].
    replace (b * ((Rabs y + 1) / b)) with (Rabs y + 1) in L by (field; lra). lra.
Qed.

Lemma sum_of_either_sign_vanishes : forall a e bound, a <> 0 -> 0 < bound -> exists N : Z, forall w m n i, (0 <= i)%Z ->
  (i < n)%Z ->
  P_among m i -> equal_weights w m n a -> (N <= L_visible_count m n)%Z -> Rabs (L_sum_normalised w n e i) < bound.
Proof.
  intros a e b A B. destruct (quotient_of_sum_vanishes a e a b A B) as [N H]. exists N. intros w m n i I L M W K.
  rewrite (normalised_repeats w m n a e (equal_part _ _ _ _ W) (other_part _ _ _ _ W) i I L M). apply H, K.
Qed.

Lemma sum_of_either_sign_settles : forall a e u bound, a <> 0 -> 0 < bound ->
  exists N : Z, forall w v m d n k, equal_weights w m n a ->
  equal_on (fun j => v (L_place j d k)) m n u -> (N <= L_visible_count m n)%Z ->
    Rabs (L_aggregate (L_sum_normalised w n e) m v d n k - u) < bound.
Proof.
  intros a e u b A B. destruct (quotient_of_sum_vanishes a e (e * u) b A B) as [N H]. exists N.
  intros w v m d n k W V K.
  rewrite (normalised_output w v m d n k a e u (equal_part _ _ _ _ W) (other_part _ _ _ _ W) V).
  destruct (H _ K) as [D Q]. replace (t m n * a / (t m n * a + e) * u - u) with (- (e * u / (t m n * a + e)))
    by (field; exact D).
  rewrite Rabs_Ropp. exact Q.
Qed.

Lemma absolute_weights : forall w m n a, equal_weights w m n a -> equal_weights (L_absolutes w) m n (Rabs a).
Proof.
  intros w m n a W j J L. destruct (W j J L) as [Z E]. unfold L_absolutes.
  split; intro M; [rewrite (Z M); apply Rabs_R0|rewrite (E M); reflexivity].
Qed.

Lemma absolute_vanishes : forall e bound, 0 <= e -> 0 < bound -> exists N : Z, forall w m n i a, a <> 0 -> (0 <= i)%Z ->
  (i < n)%Z ->
  P_among m i -> equal_weights w m n a -> (N <= L_visible_count m n)%Z -> L_absolute_sum_normalised w n e i < bound.
Proof.
  intros e b E B. destruct (normalised_vanishes e b E B) as [N H]. exists N. intros w m n i a A I L M W K.
  assert (V := absolute_weights w m n a W).
  apply (H (L_absolutes w) m n i (Rabs a) (Rabs_pos_lt a A) I L M (equal_part _ _ _ _ V) (other_part _ _ _ _ V) K).
Qed.

Lemma absolute_settles : forall a e u bound, a <> 0 -> 0 <= e -> 0 < bound ->
  exists N : Z, forall w v m d n k, equal_weights w m n a ->
  equal_on (fun j => v (L_place j d k)) m n u -> (N <= L_visible_count m n)%Z ->
  Rabs (L_aggregate (L_absolute_sum_normalised w n e) m v d n k - u) < bound.
Proof.
  intros a e u b A E B. destruct (normalised_settles (Rabs a) e u b (Rabs_pos_lt a A) E B) as [N H]. exists N.
  intros w v m d n k W V K.
  assert (X := absolute_weights w m n a W). apply (H (L_absolutes w) v m d n k (equal_part _ _ _ _ X)
    (other_part _ _ _ _ X) V K).
Qed.

(* ---- by the sum, at least 1 ---- *)

Lemma at_least_one_vanishes : forall bound, 0 < bound -> exists N : Z, forall w m n i a, (0 <= i)%Z -> (i < n)%Z ->
  P_among m i -> equal_weights w m n a -> (N <= L_visible_count m n)%Z ->
    Rabs (L_at_least_one_normalised w n i) < bound.
Proof.
  intros b B. destruct (quotient_vanishes 1 b B) as [N H]. exists N. intros w m n i a I L M W K.
  destruct (H _ K) as [T Q].
  rewrite (at_least_one_repeats w m n a (equal_part _ _ _ _ W) (other_part _ _ _ _ W) i I L M).
  assert (O := Rmax_r (t m n * Rabs a) 1). assert (P := Rmax_l (t m n * Rabs a) 1).
  set (y := Rmax (t m n * Rabs a) 1) in *. clearbody y.
  eapply Rle_lt_trans; [|exact Q]. unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq y) by lra.
  apply Rmult_le_reg_r with (y * t m n); [apply Rmult_lt_0_compat; lra|].
  replace (Rabs a * / y * (y * t m n)) with (t m n * Rabs a) by (field; lra).
  replace (1 * / t m n * (y * t m n)) with y by (field; lra). exact P.
Qed.

Lemma at_least_one_output_is : forall w v m d n k a u, equal_weights w m n a ->
  equal_on (fun j => v (L_place j d k)) m n u ->
  1 <= t m n * Rabs a -> L_aggregate (L_at_least_one_normalised w n) m v d n k = a / Rabs a * u.
Proof.
  intros w v m d n k a u W V H. rewrite (at_least_one_output w v m d n k a u (equal_part _ _ _ _ W)
    (other_part _ _ _ _ W) V).
  rewrite Rmax_left by exact H. assert (T := count_nonnegative m n).
  assert (A : Rabs a <> 0) by (intro Z; rewrite Z in H; lra). assert (Z : t m n <> 0) by (intro Z; rewrite Z in H; lra).
  field. auto.
Qed.
