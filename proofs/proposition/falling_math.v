(* falling_math.v - weights of scores c - s d, d the distance from the last visible key: ALiBi on repeated tokens. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence alibi sink_softmax sigmoid elu identity scaled clipped softpick.
From Plumbline.model Require Import power_softmax normalised operators layers normalised_attention.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import laws_math softpick_math power_softmax_math.
From Plumbline.position Require Import rope_math.
From Plumbline.proposition Require Import first_math slope_math operators_math layers_math order_math bounds_math.
From Plumbline.proposition Require Import settling_math.
Open Scope R_scope.

Definition falling (x : A_seq) (t : Z) (c s : R) : Prop := forall j, (0 <= j < t)%Z -> x j = c - s * IZR (t - 1 - j).

Lemma below_one : forall s, 0 < s -> 0 < exp (- s) < 1.
Proof. intros s S. split; [apply exp_pos|]. rewrite <- exp_0. apply exp_increasing. lra. Qed.

Lemma below_one_times : forall s t, 0 < s -> (0 < t)%Z -> 0 < exp (- s * IZR t) < 1.
Proof.
  intros s t S T. replace (- s * IZR t) with (- (s * IZR t)) by ring.
  apply below_one, Rmult_lt_0_compat; [exact S|apply IZR_lt, T].
Qed.

(* the geometric sum, and the number that it stays below *)
Definition geometric (s : R) (t : Z) : R := (1 - exp (- s * IZR t)) / (1 - exp (- s)).

Lemma geometric_sum : forall s t, 0 < s -> (0 <= t)%Z -> sum_below (fun d => exp (- s * IZR d)) t = geometric s t.
Proof.
  intros s t S T. assert (E := below_one s S). unfold geometric. apply Rmult_eq_reg_r with (1 - exp (- s)); [|lra].
  replace ((1 - exp (- s * IZR t)) / (1 - exp (- s)) * (1 - exp (- s))) with (1 - exp (- s * IZR t)) by (field; lra).
  revert t T. apply natlike_ind.
  - unfold sum_below. simpl. rewrite Rmult_0_r, exp_0. ring.
  - intros t T IH. unfold Z.succ. rewrite Z.add_comm, sum_below_next, Rmult_plus_distr_r, IH, plus_IZR by exact T.
    rewrite Rmult_plus_distr_l, Rmult_1_r, exp_plus. ring.
Qed.

Lemma geometric_bounds : forall s t, 0 < s -> (0 < t)%Z -> 1 <= geometric s t < 1 / (1 - exp (- s)).
Proof.
  intros s t S T. assert (E := below_one s S). assert (F := below_one_times s t S T). split.
  - rewrite <- geometric_sum by (try lia; exact S).
    replace 1 with (exp (- s * IZR 0)) by (rewrite Rmult_0_r, exp_0; reflexivity).
    apply (term_at_most_sum (fun d => exp (- s * IZR d))); [intros; left; apply exp_pos|lia].
  - apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; lra|lra].
Qed.

(* sums over falling scores, by distance *)
Lemma falling_sum : forall (f : R -> R) x t c s, (0 <= t)%Z -> falling x t c s ->
  sum_below (fun j => f (x j)) t = sum_below (fun d => f (c - s * IZR d)) t.
Proof.
  intros f x t c s T H. rewrite <- (sum_backwards (fun d => f (c - s * IZR d))) by exact T. apply sum_same. intros j J.
  rewrite (H j J). reflexivity.
Qed.

Lemma falling_exponentials : forall x t c s, 0 < s -> (0 <= t)%Z -> falling x t c s ->
  exponential_sum x t = exp c * geometric s t.
Proof.
  intros x t c s S T H. unfold exponential_sum. rewrite (falling_sum exp x t c s T H), <- geometric_sum, <- sum_times
    by assumption.
  apply sum_same. intros d D. rewrite <- exp_plus. f_equal. ring.
Qed.

(* ---- e^(-s t) falls below every bound ---- *)

Lemma exponential_vanishes : forall s bound, 0 < s -> 0 < bound -> exists N : Z, forall t : Z, (N <= t)%Z ->
  (0 < t)%Z /\ exp (- s * IZR t) < bound.
Proof.
  intros s bound S B. destruct (quotient_vanishes (/ s) bound B) as [N H]. exists N. intros t T.
  destruct (H t T) as [P Q].
  split; [apply lt_IZR, P|]. eapply Rlt_trans; [|exact Q].
  assert (P' : 0 < s * IZR t) by (apply Rmult_lt_0_compat; assumption).
  replace (- s * IZR t) with (- (s * IZR t)) by ring. rewrite exp_Ropp.
  replace (/ s / IZR t) with (/ (s * IZR t)) by (field; lra).
  assert (I := exp_ineq1 (s * IZR t) ltac:(lra)). apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra|lra].
Qed.

(* ---- softmax ---- *)

Lemma falling_weight : forall x m n t c s i, first_visible m n t -> falling x t c s -> 0 < s -> (0 <= i < t)%Z ->
  L_softmax x m n i = exp (- s * IZR (t - 1 - i)) / geometric s t.
Proof.
  intros x m n t c s i F H S I. rewrite (weight_of_first x m n t i F I), (falling_exponentials x t c s)
    by (exact H || lia || exact S).
  rewrite (H i I). replace (c - s * IZR (t - 1 - i)) with (c + - s * IZR (t - 1 - i)) by ring. rewrite exp_plus.
  assert (C := exp_pos c). assert (G := geometric_bounds s t S ltac:(lia)). field. lra.
Qed.

Lemma falling_weight_above : forall x m n t c s i, first_visible m n t -> falling x t c s -> 0 < s -> (0 <= i < t)%Z ->
  exp (- s * IZR (t - 1 - i)) * (1 - exp (- s)) < L_softmax x m n i.
Proof.
  intros x m n t c s i F H S I. rewrite (falling_weight x m n t c s i F H S I). unfold Rdiv.
  assert (E := below_one s S). assert (G := geometric_bounds s t S ltac:(lia)).
  apply Rmult_lt_compat_l; [apply exp_pos|].
  replace (1 - exp (- s)) with (/ (1 / (1 - exp (- s)))) by (field; lra).
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra|lra].
Qed.

Lemma falling_first_weight : forall x m n t c s, first_visible m n t -> falling x t c s -> 0 < s ->
  L_softmax x m n 0%Z <= exp (- s * IZR (t - 1)).
Proof.
  intros x m n t c s F H S. assert (T := proj1 (proj1 F)). rewrite (falling_weight x m n t c s 0%Z F H S) by lia.
  rewrite Z.sub_0_r. assert (G := geometric_bounds s t S T). assert (E := exp_pos (- s * IZR (t - 1))).
  unfold Rdiv. rewrite <- (Rmult_1_r (exp (- s * IZR (t - 1)))) at 2. apply Rmult_le_compat_l; [lra|].
  rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.

(* a (1/(1 - e^(-st))) from a *)
Lemma stretched_settles : forall s, 0 < s -> forall bound, 0 < bound -> exists N : Z, forall t : Z, (N <= t)%Z ->
  (0 < t)%Z /\ 1 < 1 / (1 - exp (- s * IZR t)) < 1 + bound.
Proof.
  intros s S bound B. destruct (exponential_vanishes s (bound / (1 + bound)) S) as [N H];
    [apply Rdiv_lt_0_compat; lra|].
  exists N. intros t T. destruct (H t T) as [P Q]. split; [exact P|]. assert (E := below_one_times s t S P).
  set (y := exp (- s * IZR t)) in *. clearbody y. split.
  - apply Rmult_lt_reg_r with (1 - y); [lra|]. replace (1 / (1 - y) * (1 - y)) with 1 by (field; lra). lra.
  - apply Rmult_lt_reg_r with (1 - y); [lra|]. replace (1 / (1 - y) * (1 - y)) with 1 by (field; lra).
    apply Rmult_lt_compat_r with (r := 1 + bound) in Q; [|lra].
    replace (bound / (1 + bound) * (1 + bound)) with bound in Q by (field; lra). lra.
Qed.

Lemma falling_weight_settles : forall s bound, 0 < s -> 0 < bound -> exists N : Z, forall x m n t c d,
  first_visible m n t -> falling x t c s -> (0 <= d < t)%Z -> (N <= t)%Z ->
  Rabs (L_softmax x m n (t - 1 - d)%Z - exp (- s * IZR d) * (1 - exp (- s))) < bound.
Proof.
  intros s bound S B. destruct (stretched_settles s S bound B) as [N H]. exists N. intros x m n t c d F X D T.
  destruct (H t T) as [P [L U]]. assert (A := falling_weight_above x m n t c s (t - 1 - d) F X S ltac:(lia)).
  rewrite (falling_weight x m n t c s (t - 1 - d)) in * by (assumption || lia).
  replace (t - 1 - (t - 1 - d))%Z with d in * by ring. assert (E := below_one s S).
  assert (Z := below_one_times s t S P).
  rewrite Rabs_pos_eq by lra. unfold geometric.
  replace (exp (- s * IZR d) / ((1 - exp (- s * IZR t)) / (1 - exp (- s)))) with
    (exp (- s * IZR d) * (1 - exp (- s)) * (1 / (1 - exp (- s * IZR t)))) by (field; lra).
  assert (W : 0 < exp (- s * IZR d) * (1 - exp (- s)) <= 1).
  { assert (Y : 0 < exp (- s * IZR d) <= 1).
    { split; [apply exp_pos|]. apply exp_at_most_one. assert (Q := IZR_le 0 d ltac:(lia)).
      assert (0 <= s * IZR d) by (apply Rmult_le_pos; lra). lra. }
    split; [apply Rmult_lt_0_compat; lra|]. replace 1 with (1 * 1) at 2 by ring. apply Rmult_le_compat; lra. }
  set (w := exp (- s * IZR d) * (1 - exp (- s))) in *. set (y := 1 / (1 - exp (- s * IZR t))) in *. clearbody w y.
  replace (w * y - w) with (w * (y - 1)) by ring. apply Rle_lt_trans with (1 * (y - 1));
    [apply Rmult_le_compat_r; lra|lra].
Qed.

(* ---- a sink ---- *)

Lemma falling_sink_weight : forall x m n t c s z, first_visible m n t -> falling x t c s -> 0 < s ->
  L_sink_weight x m n z = exp z / (exp c * geometric s t + exp z).
Proof.
  intros x m n t c s z F H S. unfold L_sink_weight. assert (T := proj1 (proj1 F)).
  rewrite (exponentials_of_first x m n t F), (falling_exponentials x t c s) by (exact H || lia || exact S). reflexivity.
Qed.

Lemma falling_sink_softmax : forall x m n t c s z i, first_visible m n t -> falling x t c s -> 0 < s ->
  (0 <= i < t)%Z ->
  L_sink_softmax x m n z i = exp (c - s * IZR (t - 1 - i)) / (exp c * geometric s t + exp z).
Proof.
  intros x m n t c s z i F H S I. unfold L_sink_softmax. assert (F' := F). destruct F' as ((T & N) & M).
  rewrite (among_true m i) by (apply M; lia).
  rewrite (exponentials_of_first x m n t F), (falling_exponentials x t c s), (H i I) by (exact H || lia || exact S).
  reflexivity.
Qed.

Definition sink_limit (c s z : R) : R := exp z / (exp c / (1 - exp (- s)) + exp z).

Lemma falling_sink_stays : forall x m n t c s z, first_visible m n t -> falling x t c s -> 0 < s ->
  sink_limit c s z < L_sink_weight x m n z.
Proof.
  intros x m n t c s z F H S. rewrite (falling_sink_weight x m n t c s z F H S). unfold sink_limit.
  assert (C := exp_pos c). assert (Z := exp_pos z). assert (E := below_one s S).
  assert (G := geometric_bounds s t S (proj1 (proj1 F))). apply Rmult_lt_compat_l; [exact Z|].
  assert (P : 0 < exp c * geometric s t) by (apply Rmult_lt_0_compat; lra).
  assert (Q : exp c * geometric s t < exp c / (1 - exp (- s))).
  { unfold Rdiv. rewrite <- (Rmult_1_l (/ (1 - exp (- s)))). apply Rmult_lt_compat_l; [exact C|]. unfold Rdiv in G.
    lra. }
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra|lra].
Qed.

(* z/(c g + z) from its limit: it is at most the limit times 1/(1 - e^(-st)) *)
Lemma falling_sink_settles : forall c s z bound, 0 < s -> 0 < bound ->
  exists N : Z, forall x m n t, first_visible m n t ->
  falling x t c s -> (N <= t)%Z -> Rabs (L_sink_weight x m n z - sink_limit c s z) < bound.
Proof.
  intros c s z bound S B. destruct (stretched_settles s S bound B) as [N H]. exists N. intros x m n t F X T.
  destruct (H t T) as [P [L U]]. assert (A := falling_sink_stays x m n t c s z F X S).
  rewrite Rabs_pos_eq by lra. rewrite (falling_sink_weight x m n t c s z F X S) in *.
  assert (E := below_one s S). assert (Y := below_one_times s t S P). assert (C := exp_pos c). assert (Z := exp_pos z).
  assert (W : 0 < sink_limit c s z <= 1).
  { unfold sink_limit. assert (0 < exp c / (1 - exp (- s))) by (apply Rdiv_lt_0_compat; lra).
    split; [apply Rdiv_lt_0_compat; lra|apply share_of_more; lra]. }
  assert (V : exp z / (exp c * geometric s t + exp z) <= sink_limit c s z * (1 / (1 - exp (- s * IZR t)))).
  { unfold sink_limit, geometric. set (y := exp (- s * IZR t)) in *. set (q := exp (- s)) in *. clearbody y q.
    set (e := exp c) in *. set (f := exp z) in *. clearbody e f.
    replace (f / (e * ((1 - y) / (1 - q)) + f)) with (f * (1 - q) / (e * (1 - y) + f * (1 - q))).
    2:{ assert (0 < e * (1 - y)) by (apply Rmult_lt_0_compat; lra).
      assert (0 < f * (1 - q)) by (apply Rmult_lt_0_compat; lra).
        field. repeat split; lra. }
    replace (f / (e / (1 - q) + f) * (1 / (1 - y))) with (f * (1 - q) / (e * (1 - y) + f * (1 - q) * (1 - y))).
    2:{ assert (0 < f * (1 - q)) by (apply Rmult_lt_0_compat; lra).
      assert (0 < f * (1 - q) * (1 - y)) by (apply Rmult_lt_0_compat; lra).
        assert (0 < e * (1 - y)) by (apply Rmult_lt_0_compat; lra). field. repeat split; lra. }
    assert (P1 : 0 < e * (1 - y)) by (apply Rmult_lt_0_compat; lra).
    assert (P2 : 0 < f * (1 - q)) by (apply Rmult_lt_0_compat; lra).
    assert (P3 : 0 < f * (1 - q) * (1 - y)) by (apply Rmult_lt_0_compat; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [lra|].
    assert (f * (1 - q) * (1 - y) <= f * (1 - q) * 1) by (apply Rmult_le_compat_l; lra). lra. }
  set (l := sink_limit c s z) in *. set (y := 1 / (1 - exp (- s * IZR t))) in *. clearbody l y.
  assert (l * (y - 1) <= 1 * (y - 1)) by (apply Rmult_le_compat_r; lra).
  replace (l * y) with (l + l * (y - 1)) in V by ring. lra.
Qed.

(* ---- what settles ---- *)

Lemma exponential_settles : forall s, 0 < s -> settles (fun t => exp (- s * IZR t)) 0.
Proof.
  intros s S b B. destruct (exponential_vanishes s b S B) as [N H]. exists N. intros t T. destruct (H t T) as [P Q].
  split; [exact P|]. rewrite Rminus_0_r, Rabs_pos_eq by (left; apply exp_pos). exact Q.
Qed.

Lemma geometric_settles : forall s, 0 < s -> settles (geometric s) (1 / (1 - exp (- s))).
Proof.
  intros s S. replace (1 / (1 - exp (- s))) with ((fun y => (1 - y) / (1 - exp (- s))) 0)
    by (cbv beta; rewrite Rminus_0_r; reflexivity).
  apply (settles_continuous (fun y => (1 - y) / (1 - exp (- s))) _ 0); [|apply exponential_settles, S]. reg.
Qed.

(* ---- the power softmax ---- *)

Lemma falling_power_weight : forall x m n t c s p i, first_visible m n t -> falling x t c s -> 0 < s -> 0 < p ->
  (0 <= i < t)%Z ->
  L_power_softmax x m p n i = exp (- s * IZR (t - 1 - i)) * Rpower (geometric (p * s) t) (-1 / p).
Proof.
  intros x m n t c s p i F H S P I. assert (F' := F). destruct F' as ((T & N) & M).
  rewrite (power_by_softmax x m p n i P) by (try lia; apply M; lia).
  assert (PS : 0 < p * s) by (apply Rmult_lt_0_compat; assumption).
  rewrite (falling_weight (fun j => p * x j) m n t (p * c) (p * s) i F) by
    (try exact I; try exact PS; intros j J; rewrite (H j J); ring).
  assert (G := geometric_bounds (p * s) t PS T). unfold Rdiv at 1. unfold Rpower.
  rewrite ln_mult by (try apply Rinv_0_lt_compat; try apply exp_pos; lra). rewrite ln_exp, ln_Rinv, <- exp_plus by lra.
  f_equal. field. lra.
Qed.

Lemma falling_power_total : forall x m n t c s p, first_visible m n t -> falling x t c s -> 0 < s -> 0 < p ->
  sum_below (fun j => if m j then L_power_softmax x m p n j else 0) n =
    geometric s t * Rpower (geometric (p * s) t) (-1 / p).
Proof.
  intros x m n t c s p F H S P. assert (F' := F). destruct F' as ((T & N) & M).
  rewrite (sum_of_visible_terms _ m n t) by (try lia; intros j J; apply M; lia).
  rewrite <- (geometric_sum s t S) by lia. rewrite Rmult_comm, <- sum_times by lia.
  rewrite <- (sum_backwards (fun d => Rpower (geometric (p * s) t) (-1 / p) * exp (- s * IZR d))) by lia.
  apply sum_same. intros j J. rewrite (falling_power_weight x m n t c s p j F H S P J). ring.
Qed.

Lemma power_total_settles : forall s p, 0 < s -> 0 < p ->
  settles (fun t => geometric s t * Rpower (geometric (p * s) t) (-1 / p))
    (Rpower (1 - exp (- (p * s))) (1 / p) / (1 - exp (- s))).
Proof.
  intros s p S P. assert (PS : 0 < p * s) by (apply Rmult_lt_0_compat; assumption). assert (E := below_one (p * s) PS).
  assert (I : 0 < 1 / (1 - exp (- (p * s)))) by (apply Rdiv_lt_0_compat; lra).
  replace (Rpower (1 - exp (- (p * s))) (1 / p) / (1 - exp (- s))) with
    (1 / (1 - exp (- s)) * Rpower (1 / (1 - exp (- (p * s)))) (-1 / p)).
  - apply settles_product; [apply geometric_settles, S|].
    apply (settles_continuous (fun y => Rpower y (-1 / p))); [apply root_is_continuous, I|apply geometric_settles, PS].
  - rewrite <- root_of_inverse by exact I. replace (1 / (1 / (1 - exp (- (p * s))))) with (1 - exp (- (p * s)))
      by (field; lra).
    unfold Rdiv. ring.
Qed.

Lemma settles_times_value : forall f l u, settles f l -> forall bound, 0 < bound ->
  exists N : Z, forall t : Z, (N <= t)%Z ->
  Rabs (f t * u - l * u) < bound.
Proof.
  intros f l u F b B. destruct (settles_product f (fun _ => u) l u F (settles_constant u) b B) as [N H]. exists N.
  intros t T. apply H, T.
Qed.

Lemma falling_power_output_settles : forall s p u bound, 0 < s -> 0 < p -> 0 < bound ->
  exists N : Z, forall x v m n t c d k,
  first_visible m n t -> falling x t c s -> equal_on (fun j => v (L_place j d k)) m n u -> (N <= t)%Z ->
  Rabs (L_aggregate (L_power_softmax x m p n) m v d n k - Rpower (1 - exp (- (p * s))) (1 / p) / (1 - exp (- s)) * u) <
    bound.
Proof.
  intros s p u b S P B. destruct (settles_times_value _ _ u (power_total_settles s p S P) b B) as [N H]. exists N.
  intros x v m n t c d k F X V T. rewrite (output_of_values _ v m d k n u V),
    (falling_power_total x m n t c s p F X S P). apply H, T.
Qed.

(* ---- a sink: the output, and scores that rise with the position of the key ---- *)

Lemma falling_sink_output_settles : forall c s z u bound, 0 < s -> 0 < bound -> exists N : Z, forall x v m n t d k,
  first_visible m n t -> falling x t c s -> equal_on (fun j => v (L_place j d k)) m n u -> (N <= t)%Z ->
  Rabs (L_aggregate (L_sink_softmax x m n z) m v d n k - (1 - sink_limit c s z) * u) < bound.
Proof.
  intros c s z u b S B. assert (U := Rabs_pos u).
  destruct (falling_sink_settles c s z (b / (Rabs u + 1)) S) as [N H]; [apply Rdiv_lt_0_compat; lra|]. exists N.
  intros x v m n t d k F X V T. specialize (H x m n t F X T). rewrite (sink_output x v m d n k z u V).
  set (w := L_sink_weight x m n z) in *. set (l := sink_limit c s z) in *. clearbody w l.
  replace ((1 - w) * u - (1 - l) * u) with (- ((w - l) * u)) by ring. rewrite Rabs_Ropp, Rabs_mult.
  apply Rle_lt_trans with (Rabs (w - l) * (Rabs u + 1)); [apply Rmult_le_compat_l; [apply Rabs_pos|lra]|].
  replace b with (b / (Rabs u + 1) * (Rabs u + 1)) by (field; lra). apply Rmult_lt_compat_r; lra.
Qed.

Lemma rising_sink_vanishes : forall c s z bound, 0 < s -> 0 < bound ->
  exists N : Z, forall x m n t, first_visible m n t ->
  rising x t c s -> (N <= t)%Z -> L_sink_weight x m n z < bound.
Proof.
  intros c s z b S B. destruct (quotient_vanishes (exp z / exp c) b B) as [N H]. exists N. intros x m n t F X T.
  destruct (H t T) as [P Q]. eapply Rle_lt_trans; [|exact Q]. assert (C := exp_pos c). assert (Z := exp_pos z).
  unfold L_sink_weight. rewrite (exponentials_of_first x m n t F). unfold exponential_sum.
  assert (L := sum_least (fun j => exp (x j)) (exp c) t ltac:(apply lt_IZR in P; lia)).
  specialize (L ltac:(intros j J; apply exp_monotone; rewrite (X j J); assert (0 <= s * IZR j) by
    (apply Rmult_le_pos; [lra|apply IZR_le; lia]); lra)).
  replace (exp z / exp c / IZR t) with (exp z / (IZR t * exp c)) by (field; lra).
  assert (R : 0 < IZR t * exp c) by (apply Rmult_lt_0_compat; assumption).
  apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
Qed.

(* ---- stretched and cut back ---- *)

Lemma falling_clipped_first : forall x m n t c s gamma zeta, first_visible m n t -> falling x t c s -> 0 < s ->
  gamma <= zeta ->
  (zeta - gamma) * exp (- s * IZR (t - 1)) <= - gamma -> L_clipped_weights (L_softmax x m n) gamma zeta 0%Z = 0.
Proof.
  intros x m n t c s gamma zeta F X S Z H. apply clip_low. assert (W := falling_first_weight x m n t c s F X S).
  assert ((zeta - gamma) * L_softmax x m n 0%Z <= (zeta - gamma) * exp (- s * IZR (t - 1)))
    by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma falling_clipped_above : forall x m n t c s gamma zeta i, first_visible m n t -> falling x t c s -> 0 < s ->
  gamma <= zeta -> (0 <= i < t)%Z ->
  Rmin 1 (Rmax 0 ((zeta - gamma) * (exp (- s * IZR (t - 1 - i)) * (1 - exp (- s))) + gamma)) <=
  L_clipped_weights (L_softmax x m n) gamma zeta i.
Proof.
  intros x m n t c s gamma zeta i F X S Z I. apply clipped_rises; [exact Z|]. left.
  apply (falling_weight_above x m n t c s i F X S I).
Qed.

(* ---- softpick: far keys have negative scores, weigh nothing, and still count in the denominator ---- *)

Lemma softpick_plain : forall x m n e i, m i = true ->
  L_softpick x m n e i = Rmax (L_excess (x i) 0) 0 / (L_excesses x m 0 n + e * exp (L_largest x m n - 0)).
Proof. intros x m n e i M. symmetry. apply softpick_any_shift, M. Qed.

Lemma excess_plain : forall y, L_excess y 0 = exp y - 1.
Proof. intro y. unfold L_excess. rewrite Ropp_0, exp_0, Rminus_0_r. reflexivity. Qed.

Lemma softpick_total_bound : forall x m n e b, 0 <= e -> 0 < b -> b <= L_excesses x m 0 n ->
  sum_below (fun j => if m j then L_softpick x m n e j else 0) n <= L_exponentials x m 0 n / b.
Proof.
  intros x m n e b E B H. unfold Rdiv. rewrite Rmult_comm. unfold L_exponentials, sum_below.
  rewrite <- (total_factor (/ b) (fun j => / b * (if m j then exp (x j - 0) else 0))) by reflexivity.
  fold (sum_below (fun j => if m j then L_softpick x m n e j else 0) n).
  fold (sum_below (fun j => / b * (if m j then exp (x j - 0) else 0)) n).
  apply sum_at_most. intros j J. destruct (m j) eqn:M; [|rewrite Rmult_0_r; apply Rle_refl].
  rewrite (softpick_plain x m n e j M), excess_plain, Rminus_0_r, Rminus_0_r. unfold Rdiv. rewrite Rmult_comm.
  assert (Q := exp_pos (L_largest x m n)). assert (P := exp_pos (x j)).
  assert (R : 0 <= e * exp (L_largest x m n)) by (apply Rmult_le_pos; lra).
  apply Rmult_le_compat; [left; apply Rinv_0_lt_compat; lra|apply Rmax_r|apply Rinv_le_contravar; lra|].
  apply Rmax_lub; lra.
Qed.

(* keys that lie further back than D score at most -1 *)
Lemma falling_excesses : forall x m n t c s D, first_visible m n t -> falling x t c s -> 0 < s -> (0 <= D <= t)%Z ->
  c + 1 <= s * IZR D ->
  IZR (t - D) * (1 - exp (-1)) <= L_excesses x m 0 n.
Proof.
  intros x m n t c s D ((T & N) & M) X S DT H. unfold L_excesses.
  rewrite (sum_of_visible_terms (fun j => Rabs (L_excess (x j) 0)) m n t) by (try lia; intros j J; apply M; lia).
  rewrite (falling_sum (fun y => Rabs (L_excess y 0)) x t c s ltac:(lia) X).
  replace t with (D + (t - D))%Z at 2 by ring. rewrite sum_cut by lia.
  assert (A := sum_least (fun d => Rabs (L_excess (c - s * IZR d) 0)) 0 D ltac:(lia) ltac:(intros; apply Rabs_pos)).
  assert (B := sum_least (fun d => Rabs (L_excess (c - s * IZR (D + d)) 0)) (1 - exp (-1)) (t - D) ltac:(lia)).
  cbv beta in B. specialize (B ltac:(intros d Q; rewrite excess_plain, plus_IZR;
    assert (0 <= s * IZR d) by (apply Rmult_le_pos; [lra|apply IZR_le; lia]);
    assert (exp (c - s * (IZR D + IZR d)) <= exp (-1)) by (apply exp_monotone; lra);
    assert (exp (-1) < 1) by (rewrite <- exp_0; apply exp_increasing; lra);
    rewrite Rabs_left by lra; lra)). lra.
Qed.

Lemma falling_softpick_total_vanishes : forall c s e bound, 0 < s -> 0 <= e -> 0 < bound ->
  exists N : Z, forall x m n t,
  first_visible m n t -> falling x t c s -> (N <= t)%Z ->
  sum_below (fun j => if m j then L_softpick x m n e j else 0) n < bound.
Proof.
  intros c s e b S E B. destruct (some_above ((c + 1) / s)) as [D0 HD]. set (D := Z.max 0 D0).
  assert (HD' : c + 1 <= s * IZR D).
  { specialize (HD D ltac:(lia)). replace (c + 1) with (s * ((c + 1) / s)) by (field; lra).
    apply Rmult_le_compat_l; lra. }
  assert (K : 0 < 1 - exp (-1)) by (assert (exp (-1) < exp 0) by (apply exp_increasing; lra); rewrite exp_0 in *; lra).
  assert (G := below_one s S). assert (C := exp_pos c).
  destruct (quotient_vanishes (exp c / (1 - exp (- s)) / (1 - exp (-1))) b B) as [N H].
  exists (Z.max 1 N + D)%Z. intros x m n t F X T. destruct (H (t - D)%Z ltac:(lia)) as [P Q].
  assert (L := falling_excesses x m n t c s D F X S ltac:(lia) HD').
  eapply Rle_lt_trans; [apply (softpick_total_bound x m n e (IZR (t - D) * (1 - exp (-1))) E)|]; [|exact L|].
  - apply Rmult_lt_0_compat; assumption.
  - eapply Rle_lt_trans; [|exact Q]. rewrite (exponentials_of_first x m n t F).
    rewrite (falling_exponentials x t c s S) by (exact X || lia).
    assert (GB := geometric_bounds s t S ltac:(lia)).
    replace (exp c / (1 - exp (- s)) / (1 - exp (-1)) / IZR (t - D)) with
      (exp c * (1 / (1 - exp (- s))) / (IZR (t - D) * (1 - exp (-1)))) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption|].
    apply Rmult_le_compat_l; lra.
Qed.

Lemma falling_softpick_vanishes : forall c s e bound, 0 < s -> 0 <= e -> 0 < bound -> exists N : Z, forall x m n t i,
  first_visible m n t -> falling x t c s -> (0 <= i < t)%Z -> (N <= t)%Z -> L_softpick x m n e i < bound.
Proof.
  intros c s e b S E B. destruct (falling_softpick_total_vanishes c s e b S E B) as [N H]. exists N.
  intros x m n t i F X I T. eapply Rle_lt_trans; [|exact (H x m n t F X T)]. destruct F as ((U & V) & M).
  assert (Q : forall j, (0 <= j < n)%Z -> 0 <= (if m j then L_softpick x m n e j else 0)).
  { intros j J. destruct (m j); [|lra]. apply (softpick_shares e E x m n); lia. }
  assert (R := term_at_most_sum _ n i Q ltac:(lia)). cbv beta in R. rewrite (among_true m i) in R by (apply M; lia).
  exact R.
Qed.

Lemma falling_softpick_output_vanishes : forall c s e u bound, 0 < s -> 0 <= e -> 0 < bound ->
  exists N : Z, forall x v m n t d k,
  first_visible m n t -> falling x t c s -> equal_on (fun j => v (L_place j d k)) m n u -> (N <= t)%Z ->
  Rabs (L_aggregate (L_softpick x m n e) m v d n k) < bound.
Proof.
  intros c s e u b S E B. assert (U := Rabs_pos u).
  destruct (falling_softpick_total_vanishes c s e (b / (Rabs u + 1)) S E) as [N H]; [apply Rdiv_lt_0_compat; lra|].
  exists N.
  intros x v m n t d k F X V T. specialize (H x m n t F X T). rewrite (output_of_values _ v m d k n u V), Rabs_mult.
  rewrite Rabs_pos_eq.
  - apply Rle_lt_trans with (sum_below (fun j => if m j then L_softpick x m n e j else 0) n * (Rabs u + 1)).
    + apply Rmult_le_compat_l; [|lra]. apply Rle_trans with (sum_below (fun _ => 0) n);
        [right; symmetry; apply sum_of_zeros; reflexivity|].
      apply sum_at_most. intros j J. destruct (m j); [|lra]. apply (softpick_shares e E x m n); lia.
    + replace b with (b / (Rabs u + 1) * (Rabs u + 1)) by (field; lra). apply Rmult_lt_compat_r; lra.
  - apply Rle_trans with (sum_below (fun _ => 0) n); [right; symmetry; apply sum_of_zeros; reflexivity|].
    apply sum_at_most. intros j J. destruct (m j); [|lra]. apply (softpick_shares e E x m n); lia.
Qed.

(* ---- weights of a key's own score that are at most its exponential ---- *)

Definition own_weights (f : R -> R) (x : A_seq) (m : A_subset) : A_seq := fun i => if m i then f (x i) else 0.

Lemma own_total : forall f x m n t c s, first_visible m n t -> falling x t c s ->
  L_total (own_weights f x m) n = sum_below (fun d => f (c - s * IZR d)) t.
Proof.
  intros f x m n t c s ((T & N) & M) X. unfold L_total, own_weights.
  rewrite (sum_of_visible_terms (fun j => f (x j)) m n t) by (try lia; intros j J; apply M; lia).
  apply (falling_sum f x t c s); [lia|exact X].
Qed.

Lemma own_sum_bounded : forall f c s t, (forall y, 0 < f y <= exp y) -> 0 < s -> (0 <= t)%Z ->
  sum_below (fun d => f (c - s * IZR d)) t <= exp c / (1 - exp (- s)).
Proof.
  intros f c s t F S T. assert (E := below_one s S). assert (C := exp_pos c).
  apply Rle_trans with (exp c * geometric s t).
  - rewrite <- geometric_sum, <- sum_times by assumption. apply sum_at_most. intros d D. rewrite <- exp_plus.
    replace (c + - s * IZR d) with (c - s * IZR d) by ring. apply F.
  - unfold Rdiv. apply Rmult_le_compat_l; [lra|]. destruct (Z.eq_dec t 0) as [Z|Z].
    + rewrite Z. unfold geometric. rewrite Rmult_0_r, exp_0. unfold Rdiv.
      rewrite Rminus_diag_eq, Rmult_0_l by reflexivity.
      left. apply Rinv_0_lt_compat. lra.
    + assert (G := geometric_bounds s t S ltac:(lia)). unfold Rdiv in G. lra.
Qed.

Lemma own_output_settles : forall f c s, (forall y, 0 < f y <= exp y) -> 0 < s ->
  exists l, 0 < l <= exp c / (1 - exp (- s)) /\
  forall u bound, 0 < bound -> exists N : Z, forall x v m n t d k, first_visible m n t -> falling x t c s ->
  equal_on (fun j => v (L_place j d k)) m n u -> (N <= t)%Z -> Rabs (L_aggregate (own_weights f x m) m v d n k -
    l * u) < bound.
Proof.
  intros f c s F S.
  destruct (increasing_sum_settles (fun d => f (c - s * IZR d)) (exp c / (1 - exp (- s)))) as (l & L & H).
  - intros d D. apply F.
  - intros t T. apply own_sum_bounded; assumption.
  - exists l. split; [exact L|]. intros u b B. destruct (settles_times_value _ _ u H b B) as [N K]. exists N.
    intros x v m n t d k FS X V T. rewrite (output_of_values _ v m d k n u V).
    rewrite sum_of_visible by (intros j J; unfold own_weights; rewrite J; reflexivity).
    rewrite (own_total f x m n t c s FS X). apply K, T.
Qed.

Lemma own_first_vanishes : forall f c s bound, (forall y, 0 < f y <= exp y) -> 0 < s -> 0 < bound ->
  exists N : Z, forall x m n t,
  first_visible m n t -> falling x t c s -> (N <= t)%Z -> own_weights f x m 0%Z < bound.
Proof.
  intros f c s b F S B. assert (C := exp_pos c).
  destruct (exponential_vanishes s (b / exp c) S) as [N H]; [apply Rdiv_lt_0_compat; assumption|]. exists (1 + N)%Z.
  intros x m n t ((T & U) & M) X K. unfold own_weights. rewrite (among_true m 0) by (apply M; lia).
  rewrite (X 0%Z) by lia.
  destruct (H (t - 1)%Z ltac:(lia)) as [_ Q]. eapply Rle_lt_trans; [apply F|]. rewrite Z.sub_0_r.
  replace (c - s * IZR (t - 1)) with (c + - s * IZR (t - 1)) by ring. rewrite exp_plus.
  replace b with (exp c * (b / exp c)) by (field; lra). apply Rmult_lt_compat_l; assumption.
Qed.

(* divided by the sum: the last key keeps its share *)
Lemma own_last_share : forall f x m n t c s e, (forall y, 0 < f y <= exp y) -> first_visible m n t -> falling x t c s ->
  0 < s -> 0 <= e ->
  f c / (exp c / (1 - exp (- s)) + e) <= L_sum_normalised (own_weights f x m) n e (t - 1)%Z.
Proof.
  intros f x m n t c s e F FS X S E. assert (FS' := FS). destruct FS' as ((T & N) & M). unfold L_sum_normalised.
  rewrite (own_total f x m n t c s FS X). unfold own_weights at 1. rewrite (among_true m (t - 1)) by (apply M; lia).
  rewrite (X (t - 1)%Z) by lia. replace (t - 1 - (t - 1))%Z with 0%Z by ring. rewrite Rmult_0_r, Rminus_0_r.
  assert (B := own_sum_bounded f c s t F S ltac:(lia)).
  assert (P : 0 < sum_below (fun d => f (c - s * IZR d)) t).
  { apply Rlt_le_trans with (f (c - s * IZR 0)); [apply F|].
    apply (term_at_most_sum (fun d => f (c - s * IZR d))); [intros; left; apply F|lia]. }
  apply Rmult_le_compat_l; [left; apply F|]. apply Rinv_le_contravar; lra.
Qed.

(* ---- the identity ---- *)

Lemma line_sum : forall c s t, (0 <= t)%Z -> sum_below (fun d => c - s * IZR d) t = IZR t * (c - s * (IZR t - 1) / 2).
Proof.
  intros c s. apply natlike_ind.
  - unfold sum_below. simpl. ring.
  - intros t T IH. unfold Z.succ. rewrite Z.add_comm, sum_below_next, IH, plus_IZR by exact T. field.
Qed.

Lemma identity_total : forall x m n t c s, first_visible m n t -> falling x t c s ->
  L_total (L_identity_weights x m) n = IZR t * (c - s * (IZR t - 1) / 2).
Proof.
  intros x m n t c s F X. assert (E := own_total (fun y => y) x m n t c s F X). unfold own_weights in E.
  unfold L_identity_weights.
  rewrite E. apply line_sum. destruct F as ((T & N) & M). lia.
Qed.

Lemma identity_output_grows : forall c s u bound, 0 < s -> u <> 0 -> exists N : Z, forall x v m n t d k,
  first_visible m n t ->
  falling x t c s -> equal_on (fun j => v (L_place j d k)) m n u -> (N <= t)%Z ->
  bound < Rabs (L_aggregate (L_identity_weights x m) m v d n k).
Proof.
  intros c s u b S U. assert (A := Rabs_pos_lt u U).
  destruct (some_above (Rabs b / Rabs u)) as [N H]. destruct (some_above (2 * (c + 1) / s + 1)) as [M K].
  exists (Z.max N M). intros x v m n t d k F X V T.
  rewrite (output_of_values _ v m d k n u V), sum_of_visible by (intros j J; unfold L_identity_weights; rewrite J;
    reflexivity).
  rewrite (identity_total x m n t c s F X), Rabs_mult. specialize (H t ltac:(lia)). specialize (K t ltac:(lia)).
  assert (P : 1 <= s * (IZR t - 1) / 2 - c).
  { apply Rmult_lt_compat_l with (r := s) in K; [|exact S].
    replace (s * (2 * (c + 1) / s + 1)) with (2 * (c + 1) + s) in K by (field; lra). lra. }
  assert (Q : 0 <= Rabs b / Rabs u) by (apply Rmult_le_pos; [apply Rabs_pos|left; apply Rinv_0_lt_compat, A]).
  replace (IZR t * (c - s * (IZR t - 1) / 2)) with (- (IZR t * (s * (IZR t - 1) / 2 - c))) by field.
  rewrite Rabs_Ropp, Rabs_pos_eq by (apply Rmult_le_pos; lra).
  apply Rle_lt_trans with (Rabs b); [apply Rle_abs|].
  replace (Rabs b) with (Rabs b / Rabs u * Rabs u) by (field; lra). apply Rmult_lt_compat_r; [exact A|].
  apply Rlt_le_trans with (IZR t * 1); [lra|]. apply Rmult_le_compat_l; lra.
Qed.

(* divided by its sum, far enough out: the first key weighs more than 1/t *)
Lemma identity_by_sum_first : forall x m n t c s, first_visible m n t -> falling x t c s -> 0 < s -> (1 < t)%Z ->
  2 * c < s * (IZR t - 1) ->
  1 / IZR t < L_sum_normalised (L_identity_weights x m) n 0 0%Z.
Proof.
  intros x m n t c s F X S T H. unfold L_sum_normalised. rewrite (identity_total x m n t c s F X).
  destruct F as ((U & N) & M).
  unfold L_identity_weights. rewrite (among_true m 0) by (apply M; lia). rewrite (X 0%Z) by lia.
  rewrite Z.sub_0_r, minus_IZR, Rplus_0_r.
  assert (P := IZR_lt 1 t T). assert (Q : 0 < s * (IZR t - 1)) by (apply Rmult_lt_0_compat; lra).
  set (y := s * (IZR t - 1)) in *. clearbody y. set (k := IZR t) in *. clearbody k.
  replace ((c - y) / (k * (c - y / 2))) with ((y - c) / (y / 2 - c) * (1 / k)) by (field; lra).
  rewrite <- (Rmult_1_l (1 / k)) at 1. apply Rmult_lt_compat_r; [apply Rdiv_lt_0_compat; lra|].
  apply Rmult_lt_reg_r with (y / 2 - c); [lra|]. replace ((y - c) / (y / 2 - c) * (y / 2 - c)) with (y - c)
    by (field; lra). lra.
Qed.

(* by the absolute sum: no key weighs more than the first *)
Lemma identity_by_absolute_sum_first : forall x m n t c s e j, first_visible m n t -> falling x t c s -> 0 < s ->
  0 <= e ->
  2 * c <= s * (IZR t - 1) -> (0 <= j < t)%Z ->
  L_absolute_sum_normalised (L_identity_weights x m) n e j <= L_absolute_sum_normalised (L_identity_weights x m) n e
    0%Z.
Proof.
  intros x m n t c s e j ((U & N) & M) X S E H J. unfold L_absolute_sum_normalised, L_sum_normalised.
  assert (T := total_of_absolutes (L_identity_weights x m) n).
  apply Rmult_le_compat_r; [apply inverse_nonnegative; lra|].
  unfold L_absolutes, L_identity_weights. rewrite !among_true by (apply M; lia). rewrite (X j J), (X 0%Z) by lia.
  assert (A := IZR_le 0 (t - 1 - j) ltac:(lia)). assert (B := IZR_le (t - 1 - j) (t - 1) ltac:(lia)).
  rewrite Z.sub_0_r. rewrite (minus_IZR t 1) in *. set (d := IZR (t - 1 - j)) in *. set (k := IZR t - 1) in *.
  clearbody d k.
  assert (s * d <= s * k) by (apply Rmult_le_compat_l; lra). assert (0 <= s * d) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_left1 (c - s * k)) by lra. apply Rabs_le. lra.
Qed.

(* ---- as the specification says it ---- *)

Lemma falling_is : forall (x : A_seq) t c s, (forall j, (0 <= j)%Z -> (j < t)%Z ->
  x j + s * IZR (-1 + t + -1 * j) = c) -> falling x t c s.
Proof.
  intros x t c s H j J. specialize (H j (proj1 J) (proj2 J)).
  replace (-1 + t + -1 * j)%Z with (t - 1 - j)%Z in H by ring. lra.
Qed.

Lemma falling_lowest : forall x t c s i j, falling x t c s -> 0 < s -> (0 <= i <= j)%Z -> (j < t)%Z -> x i <= x j.
Proof.
  intros x t c s i j H S I J. rewrite (H i), (H j) by lia. assert (A := IZR_le (t - 1 - j) (t - 1 - i) ltac:(lia)).
  assert (s * IZR (t - 1 - j) <= s * IZR (t - 1 - i)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma falling_lower : forall x t c s i j, falling x t c s -> 0 < s -> (0 <= i < j)%Z -> (j < t)%Z -> x i < x j.
Proof.
  intros x t c s i j H S I J. rewrite (H i), (H j) by lia. assert (A := IZR_lt (t - 1 - j) (t - 1 - i) ltac:(lia)).
  assert (s * IZR (t - 1 - j) < s * IZR (t - 1 - i)) by (apply Rmult_lt_compat_l; lra). lra.
Qed.

(* every form: the score of the last key, and a step for each key before it *)
Lemma alibi_is_falling : forall x form p t c s, (0 <= form <= 3)%Z -> (t <= 1 + p)%Z -> (0 < t)%Z ->
  (forall j, (0 <= j)%Z -> (j < t)%Z -> c + s * IZR (L_alibi_distance form p j) = x j) ->
  forall j, (0 <= j)%Z -> (j < t)%Z ->
  x j + s * IZR (-1 + t + -1 * j) = c + s * IZR (L_alibi_distance form p (-1 + t)).
Proof.
  intros x form p t c s F P T H j J K. rewrite <- (H j J K), (distance_of_key form p j),
    (distance_of_key form p (-1 + t)) by lia.
  rewrite !plus_IZR, mult_IZR. ring.
Qed.

Lemma clipped_by_distance : forall x m n t c s gamma zeta i, first_visible m n t -> falling x t c s -> 0 < s ->
  (0 <= i < t)%Z ->
  L_clipped_weights (L_softmax x m n) gamma zeta i =
  Rmin 1 (Rmax 0 (gamma + (zeta - gamma) * (exp (- s * IZR (t - 1 - i)) / geometric s t))).
Proof.
  intros x m n t c s gamma zeta i F H S I. unfold L_clipped_weights. rewrite (falling_weight x m n t c s i F H S I).
  do 2 f_equal. ring.
Qed.
