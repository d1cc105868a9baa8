(* softmax_math.v - the whole of an online softmax: scores, rescalings, sums, the quotient. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum rescaling.
From Plumbline.compare Require Import rounded_sum_math sums_math exponent_math mean_math.
Open Scope R_scope.

Definition weight (s : A_seq) (n j : Z) : R := exp (s j) / sum_below (fun i => exp (s i)) n.

Lemma exponentials_positive : forall (h : A_seq) n, (1 <= n)%Z -> 0 < sum_below (fun j => exp (h j)) n.
Proof.
  intros h n K. assert (P := exp_pos (h 0%Z)).
  assert (A := sum_positive_term n (fun j => exp (h j)) 0%Z ltac:(unfold key; lia) ltac:(intros; left; apply exp_pos)).
  cbv beta in A. lra.
Qed.

Lemma weight_positive : forall s n j, (1 <= n)%Z -> 0 < weight s n j.
Proof.
  intros s n j K. unfold weight. apply Rmult_lt_0_compat;
    [apply exp_pos|apply Rinv_0_lt_compat, exponentials_positive, K].
Qed.

Lemma weights_one : forall s n, (1 <= n)%Z -> sum_below (weight s n) n = 1.
Proof.
  intros s n K. assert (P := exponentials_positive s n K).
  rewrite (sum_same n (weight s n) (fun j => / sum_below (fun i => exp (s i)) n * exp (s j))).
  - rewrite sum_factor. apply Rinv_l. lra.
  - intros j J. unfold weight, Rdiv. ring.
Qed.

(* an exponential at any shift is a part of the sum at that shift *)
Lemma shifted_weight : forall (s : A_seq) n high j theta, (1 <= n)%Z ->
  exp (s j - high + theta) = sum_below (fun i => exp (s i - high)) n * weight s n j * exp theta.
Proof.
  intros s n high j theta K. unfold weight. rewrite exp_plus. f_equal.
  replace (sum_below (fun i => exp (s i - high)) n) with (exp (- high) * sum_below (fun i => exp (s i)) n).
  - assert (P := exponentials_positive s n K). replace (s j - high) with (- high + s j) by ring. rewrite exp_plus.
    field. lra.
  - rewrite <- sum_factor. apply sum_same. intros i I. rewrite <- exp_plus. f_equal. ring.
Qed.

(* ---- one key: its probability as stored for the product with the values, and as summed ---- *)

(* What is known of a key: its exponent is off by tau, it was computed at the shift m and rescaled by c; pe is its
   probability, q and y are pe as stored and as summed. *)
Definition one_key (g e te f : R) (r : Z) (s high travel top u t : R) (m c tau pe q y : R) : Prop :=
  (exists steps, (steps <= r)%Z /\ P_rescaling g e te f steps m high c) /\ high - m <= travel /\
  s + tau <= m + top /\ 0 <= pe /\ Rabs (pe - exp (s - m + tau)) <= te /\
  Rabs (q - pe) <= u * pe + t /\ Rabs (y - pe) <= u * pe + t.

Definition lost_weight (e te f : R) (r : Z) (top u t : R) : R :=
  (1 + u) * (L_growth f r * (t + (IZR r + 1) * te * exp (IZR r * e + top))).

Lemma lost_weight_positive : forall e te f r top u t, 0 <= te -> 0 <= f -> 0 <= u -> 0 <= t -> (0 <= r)%Z ->
  0 <= lost_weight e te f r top u t.
Proof.
  intros e te f r top u t TE F U T R. apply IZR_le in R. unfold lost_weight. assert (A := growth_least f r F).
  assert (P := exp_pos (IZR r * e + top)).
  assert (0 <= (IZR r + 1) * te * exp (IZR r * e + top)) by (repeat apply Rmult_le_pos; lra).
  repeat apply Rmult_le_pos; lra.
Qed.

Lemma one_key_within : forall g e te f r s high travel top u t m c tau pe q y, 0 <= g <= 1 -> 0 <= e -> 0 <= te ->
  0 <= f -> 0 <= u -> 0 <= t ->
  0 <= top -> one_key g e te f r s high travel top u t m c tau pe q y ->
  (0 <= r)%Z /\ 0 <= c /\ exists theta, Rabs (theta - tau) <= g * travel + IZR r * e /\
  Rabs (c * q - exp (s - high + theta)) <= u * exp (s - high + theta) + lost_weight e te f r top u t /\
  Rabs (c * y - exp (s - high + theta)) <= u * exp (s - high + theta) + lost_weight e te f r top u t.
Proof.
  intros g e te f r s high travel top u t m c tau pe q y G E TE F U T TOP ((steps & L & R) & TR & S & P & X & Q & V).
  destruct (rescaling_bounds _ _ _ _ _ _ _ _ R) as (K0 & ML & C0 & _).
  split; [lia|]. split; [exact C0|].
  (* the factor is common to both, so that one theta serves both *)
  destruct (rescaling_exponent _ _ _ _ _ _ _ _ G E TE F R) as (rho & RB & RC).
  assert (I := IZR_le _ _ L). assert (I0 := IZR_le _ _ K0).
  assert (GM := growth_monotone f _ _ F L). assert (GL := growth_least f steps F).
  assert (EM : exp (IZR steps * e + top) <= exp (IZR r * e + top)).
  { apply exp_monotone. assert (IZR steps * e <= IZR r * e) by (apply Rmult_le_compat_r; assumption). lra. }
  assert (W : forall x, Rabs (x - pe) <= u * pe + t ->
    Rabs (c * x - exp (s - high + (tau + rho))) <= u * exp (s - high + (tau + rho)) + lost_weight e te f r top u t).
  { intros x H. eapply Rle_trans; [apply (rescaled_bounded g e te f steps m high c s tau rho top pe u t x);
      assumption|].
    apply Rplus_le_compat_l. unfold lost_weight. assert (X0 := exp_pos (IZR steps * e + top)).
    assert (S0 : 0 <= (IZR steps + 1) * te) by (apply Rmult_le_pos; lra).
    assert (SR : (IZR steps + 1) * te <= (IZR r + 1) * te) by (apply Rmult_le_compat_r; lra).
    assert (SX : (IZR steps + 1) * te * exp (IZR steps * e + top) <= (IZR r + 1) * te * exp (IZR r * e + top))
      by (apply Rmult_le_compat; lra).
    assert (0 <= (IZR steps + 1) * te * exp (IZR steps * e + top)) by (apply Rmult_le_pos; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra. }
  exists (tau + rho). split; [|split; [apply W, Q|apply W, V]].
  replace (tau + rho - tau) with rho by ring.
  assert (g * (high - m) <= g * travel) by (apply Rmult_le_compat_l; lra).
  assert (IZR steps * e <= IZR r * e) by (apply Rmult_le_compat_r; assumption). lra.
Qed.

(* ---- all keys ---- *)

(* What must be known of a key: what multiplies its value, and what is added to the denominator, are a probability whose
   exponent is off by theta, but for roundings and for what is lost. *)
Definition weighs (u lost off s high c q y : R) : Prop :=
  0 <= c /\ exists theta, Rabs theta <= off /\
  Rabs (c * q - exp (s - high + theta)) <= u * exp (s - high + theta) + lost /\
  Rabs (c * y - exp (s - high + theta)) <= u * exp (s - high + theta) + lost.

Lemma one_key_weighs : forall g e te f r s high travel top u t m c tau pe q y bound, 0 <= g <= 1 -> 0 <= e -> 0 <= te ->
  0 <= f -> 0 <= u -> 0 <= t ->
  0 <= top -> Rabs tau <= bound -> one_key g e te f r s high travel top u t m c tau pe q y ->
  weighs u (lost_weight e te f r top u t) (bound + (g * travel + IZR r * e)) s high c q y.
Proof.
  intros g e te f r s high travel top u t m c tau pe q y bound G E TE F U T TOP B K.
  destruct (one_key_within _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ G E TE F U T TOP K) as (R & C & theta & A & Q & Y).
  split; [exact C|]. exists theta. split; [|split; assumption].
  replace theta with (tau + (theta - tau)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

(* The two sums as computed, and the weights that they are near: exact ones with errors of the exponents. *)
Lemma weighed_sums : forall (n : Z) (s off v w q y c : A_seq) high r u uv tv ua ta f d all numerator denominator excess
  lost,
  0 <= u -> 0 <= uv -> 0 <= tv -> 0 <= ua -> 0 <= ta -> 0 <= f -> 0 <= lost -> (1 <= n)%Z ->
  (forall j, key n j -> Rabs (w j - v j) <= uv * Rabs (v j) + tv /\ weighs u lost (off j) (s j) high (c j) (q j)
    (y j)) ->
  P_rescaled_sum ua ta f (fun j => q j * w j) c n d all r numerator ->
    P_rescaled_sum ua ta f y c n d all r denominator ->
  let total := sum_below (fun j => exp (s j - high)) n in
  let grown := sum_below (fun j => weight s n j * (exp (off j) - 1)) n in
  let kappa := compound u (L_growth ua d - 1) in
  let kappa_values := compound (compound u uv) (L_growth ua d - 1) in
  let own := L_growth ua d * (lost * ((1 + uv) * sum_below (fun j => Rabs (v j)) n + IZR n * tv) +
    IZR all * ta * L_growth f r) in
  let own_values := L_growth ua d * ((1 + u) * (1 + grown) * tv) in
  let own_sum := L_growth ua d * (IZR n * lost + IZR all * ta * L_growth f r) in
  1 <= excess * total ->
  0 <= kappa /\ 0 <= kappa_values /\ exists theta : A_seq, (forall j, key n j -> Rabs (theta j) <= off j) /\
  Rabs (numerator - sum_below (fun j => total * weight s n j * exp (theta j) * v j) n) <=
    kappa_values * sum_below (fun j => total * weight s n j * exp (theta j) * Rabs (v j)) n +
      (excess * own + own_values) * total /\
  Rabs (denominator - sum_below (fun j => total * weight s n j * exp (theta j)) n) <=
    kappa * sum_below (fun j => total * weight s n j * exp (theta j)) n + excess * own_sum * total.
Proof.
  intros n s off v w q y c high r u uv tv ua ta f d all numerator denominator excess lost
    U UV TV UA TA F lost0 SOME KEYS N Y total grown kappa kappa_values own own_values own_sum EX.
  assert (Z0 : 0 < total) by (apply (exponentials_positive (fun j => s j - high)), SOME).
  assert (GA := growth_least ua d UA). assert (GF := growth_least f r F).
  (* one theta for every key *)
  destruct (finite_choice n (fun j th => Rabs th <= off j /\
    Rabs (c j * q j - exp (s j - high + th)) <= u * exp (s j - high + th) + lost /\
    Rabs (c j * y j - exp (s j - high + th)) <= u * exp (s j - high + th) + lost)) as (theta & TH).
  { intros j J. destruct (KEYS j J) as (_ & _ & K). exact K. }
  assert (C0 : forall j, key n j -> 0 <= c j) by (intros j J; destruct (KEYS j J) as (_ & C & _); exact C).
  assert (W : forall j, key n j -> 0 <= weight s n j /\ Rabs (theta j) <= off j).
  { intros j J. split; [left; apply weight_positive, SOME|]. exact (proj1 (TH j J)). }
  set (p := fun j => total * weight s n j * exp (theta j)).
  assert (P : forall j, exp (s j - high + theta j) = p j) by (intro j; apply shifted_weight, SOME).
  assert (P0 : forall j, 0 < p j) by (intro j; rewrite <- P; apply exp_pos).
  assert (PT : sum_below p n <= total * (1 + grown)).
  { replace (total * (1 + grown)) with (total * (sum_below (weight s n) n + grown))
      by (rewrite weights_one by exact SOME; ring).
    unfold grown. rewrite <- sum_plus, <- sum_factor. apply sum_monotone. intros j J. destruct (W j J) as (A & B).
    apply Rabs_le_inv in B.
    replace (total * (weight s n j + weight s n j * (exp (off j) - 1))) with (total * weight s n j * exp (off j))
      by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|apply exp_monotone; lra]. }
  assert (A0 : 0 <= IZR all * ta * L_growth f r).
  { destruct (rescaled_sum_within _ _ _ _ _ _ _ _ _ _ UA TA F Y) as (_ & _ & A & _). apply IZR_le in A.
    apply Rmult_le_pos; [apply Rmult_le_pos; assumption|lra]. }
  assert (DN : Rabs (denominator - sum_below p n) <= kappa * sum_below p n + own_sum).
  { assert (D := sum_of_near_terms ua ta f y c p (fun _ => lost) u n d all r denominator UA TA F U Y).
    rewrite sum_constant in D by lia. rewrite (sum_same n (fun j => Rabs (p j)) p) in D
      by (intros j J; apply Rabs_pos_eq; left; apply P0).
    apply D. intros j J. split; [apply C0, J|]. destruct (TH j J) as (_ & _ & B). rewrite P in B.
    rewrite (Rabs_pos_eq (p j)) by (left; apply P0). exact B. }
  assert (NN : Rabs (numerator - sum_below (fun j => p j * v j) n) <= kappa_values * sum_below (fun j =>
    p j * Rabs (v j)) n + (own + own_values * total)).
  { assert (D := sum_of_near_terms ua ta f (fun j => q j * w j) c (fun j => p j * v j)
      (fun j => lost * ((1 + uv) * Rabs (v j) + tv) + (1 + u) * p j * tv) (compound u uv) n d all r numerator UA TA F
      ltac:(unfold L_compound; assert (0 <= u * uv) by (apply Rmult_le_pos; assumption); lra) N).
    cbv beta in D. rewrite (sum_same n (fun j => Rabs (p j * v j)) (fun j => p j * Rabs (v j))) in D
      by (intros j J; rewrite Rabs_mult, (Rabs_pos_eq (p j)) by (left; apply P0); reflexivity).
    fold kappa_values in D.
    assert (V : sum_below (fun j => lost * ((1 + uv) * Rabs (v j) + tv) + (1 + u) * p j * tv) n
      <= lost * ((1 + uv) * sum_below (fun j => Rabs (v j)) n + IZR n * tv) + (1 + u) * (1 + grown) * tv * total).
    { rewrite sum_plus. rewrite sum_factor, sum_plus, sum_factor, sum_constant by lia. apply Rplus_le_compat_l.
      rewrite (sum_same n (fun j => (1 + u) * p j * tv) (fun j => (1 + u) * tv * p j)) by (intros; ring).
      rewrite sum_factor.
      assert ((1 + u) * tv * sum_below p n <= (1 + u) * tv * (total * (1 + grown)))
        by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact PT]). lra. }
    assert (V' := Rmult_le_compat_l (L_growth ua d) _ _ ltac:(lra) V).
    eapply Rle_trans; [apply D|].
    - intros j J. split; [apply C0, J|]. destruct (TH j J) as (_ & B & _). rewrite P in B.
      destruct (KEYS j J) as (X & _).
      apply weighted_value; try assumption. left. apply P0.
    - unfold own, own_values. lra. }
  assert (N0 : 0 <= IZR n) by (apply IZR_le; lia).
  assert (own0 : 0 <= own).
  { unfold own. apply Rmult_le_pos; [lra|]. assert (S0 : 0 <= sum_below (fun j => Rabs (v j)) n)
      by (apply sum_positive; intros; apply Rabs_pos).
    assert (0 <= (1 + uv) * sum_below (fun j => Rabs (v j)) n) by (apply Rmult_le_pos; lra).
    assert (0 <= IZR n * tv) by (apply Rmult_le_pos; assumption).
    assert (0 <= lost * ((1 + uv) * sum_below (fun j => Rabs (v j)) n + IZR n * tv)) by (apply Rmult_le_pos; lra).
    lra. }
  assert (ownsum0 : 0 <= own_sum).
  { unfold own_sum. apply Rmult_le_pos; [lra|]. assert (0 <= IZR n * lost) by (apply Rmult_le_pos; assumption). lra. }
  assert (K0 : 0 <= kappa) by (unfold kappa, L_compound; assert (0 <= u * (L_growth ua d - 1))
    by (apply Rmult_le_pos; lra); lra).
  assert (KV0 : 0 <= kappa_values).
  { unfold kappa_values, L_compound. assert (0 <= u * uv) by (apply Rmult_le_pos; assumption).
    assert (0 <= (u + uv + u * uv) * (L_growth ua d - 1)) by (apply Rmult_le_pos; lra). lra. }
  assert (scaled : forall a, 0 <= a -> a <= excess * a * total).
  { intros a A. assert (a * 1 <= a * (excess * total)) by (apply Rmult_le_compat_l; assumption). lra. }
  assert (S1 := scaled own own0). assert (S2 := scaled own_sum ownsum0).
  split; [exact K0|]. split; [exact KV0|]. exists theta. split; [intros j J; apply (W j J)|].
  fold p. change (fun j => total * weight s n j * exp (theta j) * v j) with (fun j => p j * v j).
  change (fun j => total * weight s n j * exp (theta j) * Rabs (v j)) with (fun j => p j * Rabs (v j)). split; lra.
Qed.

Lemma weighed_within : forall (n : Z) (s off v w q y c : A_seq) high r u uv tv ua ta f d all numerator denominator
  excess o low lost,
  0 <= u -> 0 <= uv -> 0 <= tv -> 0 <= ua -> 0 <= ta -> 0 <= f -> 0 <= lost -> (1 <= n)%Z ->
  (forall j, key n j -> Rabs (w j - v j) <= uv * Rabs (v j) + tv /\ weighs u lost (off j) (s j) high (c j) (q j)
    (y j)) ->
  P_rescaled_sum ua ta f (fun j => q j * w j) c n d all r numerator ->
    P_rescaled_sum ua ta f y c n d all r denominator ->
  let grown := sum_below (fun j => weight s n j * (exp (off j) - 1)) n in
  let shrunk := sum_below (fun j => weight s n j * (1 - exp (- off j))) n in
  let kappa := compound u (L_growth ua d - 1) in
  let kappa_values := compound (compound u uv) (L_growth ua d - 1) in
  let own := L_growth ua d * (lost * ((1 + uv) * sum_below (fun j => Rabs (v j)) n + IZR n * tv) +
    IZR all * ta * L_growth f r) in
  let own_values := L_growth ua d * ((1 + u) * (1 + grown) * tv) in
  let own_sum := L_growth ua d * (IZR n * lost + IZR all * ta * L_growth f r) in
  1 <= excess * sum_below (fun j => exp (s j - high)) n -> kappa <= 1 ->
    sum_below (fun j => weight s n j * v j) n = o ->
  0 < low -> low <= (1 - kappa) * (1 - shrunk) - excess * own_sum ->
  0 < denominator /\ Rabs (numerator / denominator - o) <=
    (sum_below (fun j => weight s n j * (exp (off j) - 1) * Rabs (v j - o)) n
     + kappa_values * sum_below (fun j => weight s n j * (1 + (exp (off j) - 1)) * Rabs (v j)) n
     + kappa * Rabs o * (1 + grown) + (excess * own + own_values) + Rabs o * (excess * own_sum)) / low.
Proof.
  intros n s off v w q y c high r u uv tv ua ta f d all numerator denominator excess o low lost
    U UV TV UA TA F lost0 SOME KEYS N Y grown shrunk kappa kappa_values own own_values own_sum EX K1 O L0 L.
  destruct (weighed_sums n s off v w q y c high r u uv tv ua ta f d all numerator denominator excess lost
    U UV TV UA TA F lost0 SOME KEYS N Y EX) as (K0 & KV0 & theta & W & NN & DN).
  fold kappa kappa_values own grown own_values own_sum in K0, KV0, NN, DN.
  apply (quotient_within n (weight s n) theta off v _ o numerator denominator kappa_values kappa (excess * own +
    own_values) (excess * own_sum) low
    (exponentials_positive (fun j => s j - high) n SOME)
    (fun j J => conj (Rlt_le _ _ (weight_positive s n j SOME)) (W j J)) (weights_one s n SOME) O (conj K0 K1) KV0 NN DN
      L0 L).
Qed.

Lemma softmax_within : forall (n : Z) (s tau bound v w pe q y c m : A_seq) high travel top r u t uv tv ua ta g e te f d
  all numerator denominator excess o low,
  0 <= u -> 0 <= t -> 0 <= uv -> 0 <= tv -> 0 <= ua -> 0 <= ta -> 0 <= g <= 1 -> 0 <= e -> 0 <= te -> 0 <= f ->
    0 <= top -> (1 <= n)%Z ->
  (forall j, key n j -> Rabs (tau j) <= bound j /\ Rabs (w j - v j) <= uv * Rabs (v j) + tv /\
    one_key g e te f r (s j) high travel top u t (m j) (c j) (tau j) (pe j) (q j) (y j)) ->
  P_rescaled_sum ua ta f (fun j => q j * w j) c n d all r numerator ->
    P_rescaled_sum ua ta f y c n d all r denominator ->
  let off := fun j => bound j + (g * travel + IZR r * e) in
  let grown := sum_below (fun j => weight s n j * (exp (off j) - 1)) n in
  let shrunk := sum_below (fun j => weight s n j * (1 - exp (- off j))) n in
  let kappa := compound u (L_growth ua d - 1) in
  let kappa_values := compound (compound u uv) (L_growth ua d - 1) in
  let lost := lost_weight e te f r top u t in
  let own := L_growth ua d * (lost * ((1 + uv) * sum_below (fun j => Rabs (v j)) n + IZR n * tv) +
    IZR all * ta * L_growth f r) in
  let own_values := L_growth ua d * ((1 + u) * (1 + grown) * tv) in
  let own_sum := L_growth ua d * (IZR n * lost + IZR all * ta * L_growth f r) in
  1 <= excess * sum_below (fun j => exp (s j - high)) n -> kappa <= 1 ->
    sum_below (fun j => weight s n j * v j) n = o ->
  0 < low -> low <= (1 - kappa) * (1 - shrunk) - excess * own_sum ->
  0 < denominator /\ Rabs (numerator / denominator - o) <=
    (sum_below (fun j => weight s n j * (exp (off j) - 1) * Rabs (v j - o)) n
     + kappa_values * sum_below (fun j => weight s n j * (1 + (exp (off j) - 1)) * Rabs (v j)) n
     + kappa * Rabs o * (1 + grown) + (excess * own + own_values) + Rabs o * (excess * own_sum)) / low.
Proof.
  intros n s tau bound v w pe q y c m high travel top r u t uv tv ua ta g e te f d all numerator denominator excess o
    low
    U T UV TV UA TA G E TE F TOP SOME KEYS N Y off grown shrunk kappa kappa_values lost own own_values own_sum EX K1 O
      L0 L.
  assert (R0 : (0 <= r)%Z).
  { destruct (KEYS 0%Z ltac:(unfold key; lia)) as (_ & _ & K).
    destruct (one_key_within _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ G E TE F U T TOP K) as (R & _). exact R. }
  apply (weighed_within n s off v w q y c high r u uv tv ua ta f d all numerator denominator excess o low lost);
    try assumption.
  - apply lost_weight_positive; assumption.
  - intros j J. destruct (KEYS j J) as (B & X & K). split; [exact X|].
    exact (one_key_weighs _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ G E TE F U T TOP B K).
Qed.

(* ---- keys that vanish ---- *)

(* A key far below the last shift, whatever shift its probability was computed at: nothing of it is left but what
   underflows, and e^-far but for the slope of rescalings. *)
Definition vanishing_key (g e te f : R) (r : Z) (s high far top u t : R) (m c tau pe q y : R) : Prop :=
  (exists steps, (steps <= r)%Z /\ P_rescaling g e te f steps m high c) /\ s <= high - far /\ s + tau <= high - far /\
  s + tau <= m + top /\ 0 <= pe /\ Rabs (pe - exp (s - m + tau)) <= te /\
  Rabs (q - pe) <= u * pe + t /\ Rabs (y - pe) <= u * pe + t.

Definition rest (g far : R) : R := exp (- ((1 - g) * far)).

Lemma vanishing_weighs : forall g e te f r s high far top u t m c tau pe q y, 0 <= g <= 1 -> 0 <= e -> 0 <= te ->
  0 <= f -> 0 <= u -> 0 <= t ->
  0 <= top -> 0 <= far -> vanishing_key g e te f r s high far top u t m c tau pe q y ->
  (0 <= r)%Z /\ weighs 0 (lost_weight e te f r top u (t + rest g far * exp (IZR r * e + top))) 0 s high c q y.
Proof.
  intros g e te f r s high far top u t m c tau pe q y G E TE F U T TOP FAR
    ((steps & L & R) & S0 & S1 & S & P & X & Q & V).
  destruct (rescaling_bounds _ _ _ _ _ _ _ _ R) as (K0 & ML & C0 & _).
  destruct (rescaling_exponent _ _ _ _ _ _ _ _ G E TE F R) as (rho & RB & RC). apply Rabs_le_inv in RB.
  assert (I := IZR_le _ _ L). assert (I0 := IZR_le _ _ K0).
  assert (GM := growth_monotone f _ _ F L). assert (GL := growth_least f steps F).
  assert (EM : exp (IZR steps * e + top) <= exp (IZR r * e + top)).
  { apply exp_monotone. assert (IZR steps * e <= IZR r * e) by (apply Rmult_le_compat_r; assumption). lra. }
  assert (E1 : 1 <= exp (IZR steps * e + top)).
  { rewrite <- exp_0. apply exp_monotone. assert (0 <= IZR steps * e) by (apply Rmult_le_pos; assumption). lra. }
  set (b := L_growth f steps * exp (IZR steps * e + top)) in *.
  assert (B1 : 1 <= b) by (unfold b; assert (1 * 1 <= L_growth f steps * exp (IZR steps * e + top))
    by (apply Rmult_le_compat; lra); lra).
  assert (Z0 : 0 < rest g far) by apply exp_pos.
  (* the exact weight, and the one that was computed with its error *)
  assert (A : exp (s - high) <= rest g far).
  { apply exp_monotone. assert (0 <= g * far) by (apply Rmult_le_pos; lra). lra. }
  assert (H : exp (s - high + (tau + rho)) <= rest g far * b).
  { apply Rle_trans with (rest g far * exp (IZR steps * e + top)).
    - unfold rest. rewrite <- exp_plus. apply exp_monotone.
      assert ((1 - g) * far <= (1 - g) * (high - (s + tau))) by (apply Rmult_le_compat_l; lra).
      assert (g * (high - m) <= g * (high - (s + tau) + top)) by (apply Rmult_le_compat_l; lra).
      assert (g * top <= 1 * top) by (apply Rmult_le_compat_r; lra). lra.
    - apply Rmult_le_compat_l; [lra|]. unfold b. rewrite <- (Rmult_1_l (exp (IZR steps * e + top))) at 1.
      apply Rmult_le_compat_r; lra. }
  assert (A' : exp (s - high) <= rest g far * b) by (assert (rest g far * 1 <=
    rest g far * b) by (apply Rmult_le_compat_l; lra); lra).
  assert (D : Rabs (exp (s - high + (tau + rho)) - exp (s - high)) <= rest g far * b).
  { assert (P1 := exp_pos (s - high + (tau + rho))). assert (P2 := exp_pos (s - high)). apply Rabs_le. lra. }
  split; [lia|]. split; [exact C0|]. exists 0. rewrite Rabs_R0, Rplus_0_r. split; [lra|].
  assert (W : forall x, Rabs (x - pe) <= u * pe + t ->
    Rabs (c * x - exp (s - high)) <=
      0 * exp (s - high) + lost_weight e te f r top u (t + rest g far * exp (IZR r * e + top))).
  { intros x Hx.
    assert (N := rescaled_bounded g e te f steps m high c s tau rho top pe u t x E TE F U T TOP R RC S P X Hx).
    replace (c * x - exp (s - high)) with ((c * x - exp (s - high + (tau + rho))) +
      (exp (s - high + (tau + rho)) - exp (s - high))) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. unfold lost_weight.
    assert (UR : u * exp (s - high + (tau + rho)) <= u * (rest g far * b)) by (apply Rmult_le_compat_l; assumption).
    assert (T0 : 0 <= (IZR steps + 1) * te) by (apply Rmult_le_pos; lra).
    assert (TR : (IZR steps + 1) * te <= (IZR r + 1) * te) by (apply Rmult_le_compat_r; lra).
    set (w := L_growth f steps) in *. set (z := exp (IZR steps * e + top)) in *.
    set (z' := exp (IZR r * e + top)) in *.
    assert (M : (1 + u) * (w * (t + rest g far * z + (IZR steps + 1) * te * z)) <=
      (1 + u) * (L_growth f r * (t + rest g far * z' + (IZR r + 1) * te * z'))).
    { assert (Z2 : rest g far * z <= rest g far * z') by (apply Rmult_le_compat_l; lra).
      assert (Z3 : (IZR steps + 1) * te * z <= (IZR r + 1) * te * z') by (apply Rmult_le_compat; lra).
      assert (0 <= rest g far * z) by (apply Rmult_le_pos; lra).
      assert (0 <= (IZR steps + 1) * te * z) by (apply Rmult_le_pos; lra).
      apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; lra. }
    unfold b in D, UR. lra. }
  split; apply W; assumption.
Qed.

Lemma weighs_more : forall u u' lost lost' off s high c q y, u <= u' -> lost <= lost' ->
  weighs u lost off s high c q y ->
  weighs u' lost' off s high c q y.
Proof.
  intros u u' lost lost' off s high c q y U L (C & theta & A & Q & Y). split; [exact C|]. exists theta.
  assert (P := exp_pos (s - high + theta)).
  assert (u * exp (s - high + theta) <= u' * exp (s - high + theta)) by (apply Rmult_le_compat_r; lra).
  repeat split; lra.
Qed.

(* as softmax_within, where keys may vanish: those count with no error of an exponent, and e^-far underflows of every
   key *)
Lemma softmax_vanishing : forall (n : Z) (s tau bound off v w pe q y c m : A_seq) high travel far top r u t uv tv ua ta
  g e te f d all numerator denominator excess o low,
  0 <= u -> 0 <= t -> 0 <= uv -> 0 <= tv -> 0 <= ua -> 0 <= ta -> 0 <= g <= 1 -> 0 <= e -> 0 <= te -> 0 <= f ->
    0 <= top -> 0 <= far -> (1 <= n)%Z ->
  (forall j, key n j -> Rabs (w j - v j) <= uv * Rabs (v j) + tv /\
    (Rabs (tau j) <= bound j /\ off j = bound j + (g * travel + IZR r * e) /\
      one_key g e te f r (s j) high travel top u t (m j) (c j) (tau j) (pe j) (q j) (y j) \/
     off j = 0 /\ vanishing_key g e te f r (s j) high far top u t (m j) (c j) (tau j) (pe j) (q j) (y j))) ->
  P_rescaled_sum ua ta f (fun j => q j * w j) c n d all r numerator ->
    P_rescaled_sum ua ta f y c n d all r denominator ->
  let grown := sum_below (fun j => weight s n j * (exp (off j) - 1)) n in
  let shrunk := sum_below (fun j => weight s n j * (1 - exp (- off j))) n in
  let kappa := compound u (L_growth ua d - 1) in
  let kappa_values := compound (compound u uv) (L_growth ua d - 1) in
  let lost := lost_weight e te f r top u (t + rest g far * exp (IZR r * e + top)) in
  let own := L_growth ua d * (lost * ((1 + uv) * sum_below (fun j => Rabs (v j)) n + IZR n * tv) +
    IZR all * ta * L_growth f r) in
  let own_values := L_growth ua d * ((1 + u) * (1 + grown) * tv) in
  let own_sum := L_growth ua d * (IZR n * lost + IZR all * ta * L_growth f r) in
  1 <= excess * sum_below (fun j => exp (s j - high)) n -> kappa <= 1 ->
    sum_below (fun j => weight s n j * v j) n = o ->
  0 < low -> low <= (1 - kappa) * (1 - shrunk) - excess * own_sum ->
  0 < denominator /\ Rabs (numerator / denominator - o) <=
    (sum_below (fun j => weight s n j * (exp (off j) - 1) * Rabs (v j - o)) n
     + kappa_values * sum_below (fun j => weight s n j * (1 + (exp (off j) - 1)) * Rabs (v j)) n
     + kappa * Rabs o * (1 + grown) + (excess * own + own_values) + Rabs o * (excess * own_sum)) / low.
Proof.
  intros n s tau bound off v w pe q y c m high travel far top r u t uv tv ua ta g e te f d all numerator denominator
    excess o low
    U T UV TV UA TA G E TE F TOP FAR SOME KEYS N Y grown shrunk kappa kappa_values lost own own_values own_sum EX K1 O
      L0 L.
  assert (Z0 : 0 < rest g far) by apply exp_pos.
  assert (R0 : (0 <= r)%Z).
  { destruct (KEYS 0%Z ltac:(unfold key; lia)) as (_ & [(_ & _ & K)|(_ & K)]).
    - destruct (one_key_within _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ G E TE F U T TOP K) as (R & _). exact R.
    - exact (proj1 (vanishing_weighs _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ G E TE F U T TOP FAR K)). }
  assert (LM : lost_weight e te f r top u t <= lost).
  { unfold lost, lost_weight. assert (GL := growth_least f r F).
    assert (0 <= rest g far * exp (IZR r * e + top)) by (apply Rmult_le_pos; [lra|left; apply exp_pos]).
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
  apply (weighed_within n s off v w q y c high r u uv tv ua ta f d all numerator denominator excess o low lost);
    try assumption.
  - apply lost_weight_positive; try assumption.
    assert (0 <= rest g far * exp (IZR r * e + top)) by (apply Rmult_le_pos; [lra|left; apply exp_pos]). lra.
  - intros j J. destruct (KEYS j J) as (X & [(B & O' & K)|(O' & K)]); (split; [exact X|]); rewrite O'.
    + apply (weighs_more u u (lost_weight e te f r top u t)); [lra|exact LM|].
      exact (one_key_weighs _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ G E TE F U T TOP B K).
    + apply (weighs_more 0 u lost); [exact U|lra|].
      exact (proj2 (vanishing_weighs _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ G E TE F U T TOP FAR K)).
Qed.

Lemma excess_suffices : forall (s : A_seq) n i high excess, key n i -> high <= s i + excess ->
  1 <= exp excess * sum_below (fun j => exp (s j - high)) n.
Proof.
  intros s n i high excess I H.
  assert (A := sum_positive_term n (fun j => exp (s j - high)) i I ltac:(intros; left; apply exp_pos)). cbv beta in A.
  assert (P := exp_pos excess). apply Rle_trans with (exp excess * exp (s i - high)); [|apply Rmult_le_compat_l; lra].
  rewrite <- exp_plus, <- exp_0 at 1. apply exp_monotone. lra.
Qed.
