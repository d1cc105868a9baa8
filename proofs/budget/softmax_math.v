(* softmax_math.v - an online softmax is an evaluation. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total evaluation rounded_sum.
From Plumbline.compare Require Import rounded_sum_math sums_math exponent_math mean_math softmax_math.
From Plumbline.budget Require Import direct_math.
Open Scope R_scope.

(* where every key is visible *)
Lemma visible_all : forall n (m : A_subset) f, (forall j, key n j -> m j = true) ->
  L_visible_total f m n = sum_below f n.
Proof. intros n m f V. apply sum_same. intros j J. rewrite (V j J). reflexivity. Qed.

(* two sums near those of weights z p_j are an evaluation with the weights p_j *)
Lemma sums_evaluate : forall (n : Z) (p v : A_seq) m z numerator denominator kv eta k zeta,
  (forall j, key n j -> m j = true) -> 0 < z -> denominator <> 0 ->
  Rabs (numerator - sum_below (fun j => z * p j * v j) n) <= kv * sum_below (fun j => z * p j * Rabs (v j)) n +
    eta * z ->
  Rabs (denominator - sum_below (fun j => z * p j) n) <= k * sum_below (fun j => z * p j) n + zeta * z ->
  P_evaluates p v m n kv eta k zeta (numerator / denominator).
Proof.
  intros n p v m z numerator denominator kv eta k zeta V Z Y A B.
  rewrite (sum_same n (fun j => z * p j * v j) (fun j => z * (p j * v j))), sum_factor in A by (intros; ring).
  rewrite (sum_same n (fun j => z * p j * Rabs (v j)) (fun j => z * (p j * Rabs (v j)))), sum_factor in A
    by (intros; ring).
  rewrite !sum_factor in B.
  exists (numerator / z), (denominator / z). rewrite !(visible_all n m) by exact V.
  split; [field; split; lra|]. split; apply (Rmult_le_reg_l z); try exact Z; rewrite <- (Rabs_pos_eq z) at 1 by lra;
    rewrite <- Rabs_mult.
  - replace (z * (numerator / z - _)) with (numerator - z * sum_below (fun j => p j * v j) n) by (field; lra). lra.
  - replace (z * (denominator / z - _)) with (denominator - z * sum_below p n) by (field; lra). lra.
Qed.

(* from what is known of each key *)
Lemma weighed_softmax_evaluates : forall (n : Z) (s off v w q y c : A_seq) (everything : A_subset) high r u uv tv ua ta
  f d all numerator denominator excess lost,
  0 <= u -> 0 <= uv -> 0 <= tv -> 0 <= ua -> 0 <= ta -> 0 <= f -> 0 <= lost -> (1 <= n)%Z ->
  (forall j, key n j -> everything j = true) ->
  (forall j, key n j -> Rabs (w j - v j) <= uv * Rabs (v j) + tv /\
    weighs u lost (off j) (s j) high (c j) (q j) (y j)) ->
  P_rescaled_sum ua ta f (fun j => q j * w j) c n d all r numerator ->
    P_rescaled_sum ua ta f y c n d all r denominator ->
  let grown := sum_below (fun j => weight s n j * (exp (off j) - 1)) n in
  let own := L_growth ua d * (lost * ((1 + uv) * sum_below (fun j => Rabs (v j)) n + IZR n * tv) +
    IZR all * ta * L_growth f r) in
  let own_values := L_growth ua d * ((1 + u) * (1 + grown) * tv) in
  let own_sum := L_growth ua d * (IZR n * lost + IZR all * ta * L_growth f r) in
  1 <= excess * sum_below (fun j => exp (s j - high)) n -> denominator <> 0 ->
  exists p theta : A_seq, (forall j, 0 <= p j /\ p j = weight s n j * exp (theta j)) /\
    (forall j, key n j -> Rabs (theta j) <= off j) /\
  P_evaluates p v everything n (compound (compound u uv) (L_growth ua d - 1)) (excess * own + own_values)
    (compound u (L_growth ua d - 1)) (excess * own_sum) (numerator / denominator).
Proof.
  intros n s off v w q y c everything high r u uv tv ua ta f d all numerator denominator excess lost
    U UV TV UA TA F LOST SOME V KEYS N Y grown own own_values own_sum EX Y0.
  destruct (weighed_sums n s off v w q y c high r u uv tv ua ta f d all numerator denominator excess lost U UV TV UA TA
    F LOST SOME KEYS N Y EX) as (_ & _ & theta & W & NN & DN).
  exists (fun j => weight s n j * exp (theta j)), theta. split; [|split; [exact W|]].
  - intro j. split; [|reflexivity]. apply Rmult_le_pos; [left; apply weight_positive, SOME|left; apply exp_pos].
  - apply (sums_evaluate n _ v everything (sum_below (fun j => exp (s j - high)) n));
      [exact V|apply (exponentials_positive (fun j => s j - high) n SOME)|exact Y0| |].
    + rewrite (sum_same n _ (fun j => sum_below (fun i => exp (s i - high)) n * weight s n j * exp (theta j) * v j))
        by (intros; ring).
      rewrite (sum_same n (fun j => _ * (weight s n j * exp (theta j)) * Rabs (v j)) (fun j =>
        sum_below (fun i => exp (s i - high)) n * weight s n j * exp (theta j) * Rabs (v j))) by (intros; ring).
      exact NN.
    + rewrite (sum_same n _ (fun j => sum_below (fun i => exp (s i - high)) n * weight s n j * exp (theta j)))
        by (intros; ring).
      exact DN.
Qed.

Lemma softmax_evaluates : forall (n : Z) (s tau bound v w pe q y c m : A_seq) (everything : A_subset) high travel top r
  u t uv tv ua ta g e te f d all numerator denominator excess,
  0 <= u -> 0 <= t -> 0 <= uv -> 0 <= tv -> 0 <= ua -> 0 <= ta -> 0 <= g <= 1 -> 0 <= e -> 0 <= te -> 0 <= f ->
    0 <= top -> (1 <= n)%Z ->
  (forall j, key n j -> everything j = true) ->
  (forall j, key n j -> Rabs (tau j) <= bound j /\ Rabs (w j - v j) <= uv * Rabs (v j) + tv /\
    one_key g e te f r (s j) high travel top u t (m j) (c j) (tau j) (pe j) (q j) (y j)) ->
  P_rescaled_sum ua ta f (fun j => q j * w j) c n d all r numerator ->
    P_rescaled_sum ua ta f y c n d all r denominator ->
  let off := fun j => bound j + (g * travel + IZR r * e) in
  let grown := sum_below (fun j => weight s n j * (exp (off j) - 1)) n in
  let lost := lost_weight e te f r top u t in
  let own := L_growth ua d * (lost * ((1 + uv) * sum_below (fun j => Rabs (v j)) n + IZR n * tv) +
    IZR all * ta * L_growth f r) in
  let own_values := L_growth ua d * ((1 + u) * (1 + grown) * tv) in
  let own_sum := L_growth ua d * (IZR n * lost + IZR all * ta * L_growth f r) in
  1 <= excess * sum_below (fun j => exp (s j - high)) n -> denominator <> 0 ->
  exists p theta : A_seq, (forall j, 0 <= p j /\ p j = weight s n j * exp (theta j)) /\
    (forall j, key n j -> Rabs (theta j) <= off j) /\
  P_evaluates p v everything n (compound (compound u uv) (L_growth ua d - 1)) (excess * own + own_values)
    (compound u (L_growth ua d - 1)) (excess * own_sum) (numerator / denominator).
Proof.
  intros n s tau bound v w pe q y c m everything high travel top r u t uv tv ua ta g e te f d all numerator denominator
    excess U T UV TV UA TA G E TE F TOP SOME V KEYS N Y off grown lost own own_values own_sum EX Y0.
  assert (R0 : (0 <= r)%Z).
  { destruct (KEYS 0%Z ltac:(unfold key; lia)) as (_ & _ & K).
    destruct (one_key_within _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ G E TE F U T TOP K) as (R & _). exact R. }
  apply (weighed_softmax_evaluates n s off v w q y c everything high r); try assumption.
  - apply lost_weight_positive; assumption.
  - intros j J. destruct (KEYS j J) as (B & X & K). split; [exact X|].
    exact (one_key_weighs _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ G E TE F U T TOP B K).
Qed.

(* a key that is weighed at the last shift, and never rescaled: nothing says that its probability is at most 1 *)
Lemma unrescaled_weighs : forall g e te f r s high travel top u t tau pe q y bound, 0 <= g -> 0 <= travel -> 0 <= e ->
  0 <= te -> 0 <= f -> 0 <= u -> 0 <= t -> (0 <= r)%Z -> 0 <= top -> Rabs tau <= bound -> 0 <= pe ->
  Rabs (pe - exp (s - high + tau)) <= te -> Rabs (q - pe) <= u * pe + t -> Rabs (y - pe) <= u * pe + t ->
  weighs u (lost_weight e te f r top u t) (bound + (g * travel + IZR r * e)) s high 1 q y.
Proof.
  intros g e te f r s high travel top u t tau pe q y bound G TR E TE F U T R TOP B P X Q Y.
  assert (R1 := IZR_le _ _ R). assert (GT : 0 <= g * travel) by (apply Rmult_le_pos; assumption).
  assert (RE : 0 <= IZR r * e) by (apply Rmult_le_pos; assumption).
  split; [lra|]. exists tau. split; [lra|].
  set (exact := exp (s - high + tau)) in *.
  assert (LOST : (1 + u) * (t + te) <= lost_weight e te f r top u t).
  { unfold lost_weight. assert (0 <= IZR r * te) by (apply Rmult_le_pos; assumption).
    assert (one : 1 <= exp (IZR r * e + top)) by (rewrite <- exp_0; apply exp_monotone; lra).
    assert (G1 := growth_least f r F). set (z := exp (IZR r * e + top)) in *. set (w := L_growth f r) in *.
    apply Rmult_le_compat_l; [lra|].
    assert (A : (IZR r + 1) * te * 1 <= (IZR r + 1) * te * z) by (apply Rmult_le_compat_l; lra).
    assert (L : 1 * (t + (IZR r + 1) * te * z) <= w * (t + (IZR r + 1) * te * z))
      by (apply Rmult_le_compat_r; lra). lra. }
  assert (UT : 0 <= u * t) by (apply Rmult_le_pos; assumption).
  assert (PE : u * pe <= u * (exact + te)).
  { apply Rmult_le_compat_l; [exact U|]. apply Rabs_le_inv in X. lra. }
  assert (W : forall x, Rabs (x - pe) <= u * pe + t ->
    Rabs (1 * x - exact) <= u * exact + lost_weight e te f r top u t).
  { intros x N. replace (1 * x - exact) with ((x - pe) + (pe - exact)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. lra. }
  split; apply W; assumption.
Qed.
