(* products_math.v - a sum of terms that are near others, in any order; and of stored weights times values as they are
   multiplied, divided before or after. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total operators rounded_sum engine products visible.
From Plumbline.compare Require Import rounded_sum_math sums_math mean_math.
From Plumbline.budget Require Import visible_math.
Open Scope R_scope.

Lemma near_terms_summed : forall u t (x y a : A_seq) n k s e, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 ->
  0 <= e ->
  (forall j, key n j -> 0 <= a j /\ Rabs (x j - y j) <= e * Rabs (y j) + a j) -> P_terms_summed u t x n k s ->
  Rabs (s - sum_below y n) <= compound e (gamma (IZR k) (u ACCUMULATE)) * sum_below (fun j => Rabs (y j)) n +
    (1 + gamma (IZR k) (u ACCUMULATE)) * (sum_below a n + 2 * (IZR k * t ACCUMULATE)).
Proof.
  intros u t x y a n k s e UT B E N (depth & all & D & A & S). destruct (UT ACCUMULATE ltac:(lia)) as (U & T).
  set (v := u ACCUMULATE) in *. set (w := t ACCUMULATE) in *.
  destruct (rescaled_sum_within _ _ _ _ _ _ _ _ _ _ U T (Rle_refl 0) S) as (_ & D0 & A0 & _).
  assert (H : forall j, key n j -> 0 <= 1 /\ Rabs (1 * x j - y j) <= e * Rabs (y j) + a j).
  { intros j J. rewrite Rmult_1_l. split; [lra|apply N, J]. }
  assert (W := sum_of_near_terms v w 0 x (fun _ => 1) y a e n depth all 0 s U T (Rle_refl 0) E S H).
  assert (F : L_growth 0 0 = 1) by reflexivity. rewrite F, Rmult_1_r in W.
  assert (G := growth_monotone v depth k U D). assert (K := growth_gamma v k U ltac:(lia) B).
  assert (G1 := growth_least v depth U). set (g := L_growth v depth) in *. set (h := gamma (IZR k) v) in *.
  assert (P : 0 <= sum_below (fun j => Rabs (y j)) n) by (apply sum_positive; intros; apply Rabs_pos).
  assert (Q : 0 <= sum_below a n) by (apply sum_positive; intros j J; apply N, J).
  eapply Rle_trans; [exact W|]. apply Rplus_le_compat.
  - apply Rmult_le_compat_r; [exact P|]. unfold L_compound.
    assert (e * (g - 1) <= e * h) by (apply Rmult_le_compat_l; lra).
    lra.
  - assert (L : IZR all * w <= 2 * (IZR k * w)).
    { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [exact T|]. rewrite <- (mult_IZR 2 k). apply IZR_le, A. }
    assert (0 <= IZR all * w) by (apply Rmult_le_pos; [apply (IZR_le 0), A0|exact T]).
    apply Rmult_le_compat; lra.
Qed.

Lemma product_rounded : forall a s b t p v x w, 0 <= a -> 0 <= s -> 0 <= b -> 0 <= t ->
  near_rounded a s p x -> near_rounded b t v w ->
  Rabs (x * w - p * v) <= compound a b * Rabs (p * v) + (s * ((1 + b) * Rabs v + t) + (1 + a) * t * Rabs p).
Proof.
  unfold near_rounded, L_compound. intros a s b t p v x w A S B T X W. rewrite Rabs_mult.
  replace (x * w - p * v) with ((x - p) * v + p * (w - v) + (x - p) * (w - v)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang|].
  rewrite !Rabs_mult. assert (P := Rabs_pos p). assert (V := Rabs_pos v). assert (XP := Rabs_pos (x - p)).
  assert (WV := Rabs_pos (w - v)). set (dx := Rabs (x - p)) in *. set (dw := Rabs (w - v)) in *.
  set (p1 := Rabs p) in *. set (v1 := Rabs v) in *. clearbody dx dw p1 v1.
  assert (dx * v1 <= (a * p1 + s) * v1) by (apply Rmult_le_compat_r; assumption).
  assert (p1 * dw <= p1 * (b * v1 + t)) by (apply Rmult_le_compat_l; assumption).
  assert (dx * dw <= (a * p1 + s) * (b * v1 + t)) by (apply Rmult_le_compat; assumption). lra.
Qed.

(* what a product underflows by, of a weight that is off by a part `e` of itself and by s *)
Definition lost (u t p v : A_seq) (e s : R) : A_seq := fun j =>
  s * ((1 + u OPERAND) * Rabs (v j) + t OPERAND) + (1 + e) * t OPERAND * Rabs (p j).

(* weights x near p, times values as they are multiplied *)
Lemma near_products_within : forall u t (p v x w : A_seq) n k z e s, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 ->
  0 <= e -> 0 <= s ->
  (forall j, key n j -> near_rounded e s (p j) (x j) /\ rounded_at u t OPERAND (v j) (w j)) ->
  P_terms_summed u t (fun j => x j * w j) n k z ->
  Rabs (z - sum_below (fun j => p j * v j) n) <=
    compound (compound e (u OPERAND)) (gamma (IZR k) (u ACCUMULATE)) * sum_below (fun j => Rabs (p j * v j)) n +
    (1 + gamma (IZR k) (u ACCUMULATE)) * (sum_below (lost u t p v e s) n + 2 * (IZR k * t ACCUMULATE)).
Proof.
  intros u t p v x w n k z e s UT B E0 S0 R S. destruct (UT OPERAND ltac:(lia)) as (UO & TO).
  apply (near_terms_summed u t (fun j => x j * w j) (fun j => p j * v j) (lost u t p v e s) n k z _ UT B).
  - unfold L_compound. assert (0 <= e * u OPERAND) by (apply Rmult_le_pos; assumption). lra.
  - intros j J. destruct (R j J) as (X & W). split; [|apply product_rounded; assumption].
    assert (V := Rabs_pos (v j)). assert (P := Rabs_pos (p j)).
    apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; try lra.
    apply Rplus_le_le_0_compat; [apply Rmult_le_pos|]; lra.
  - exact S.
Qed.

Lemma lost_summed : forall u t p v e s n, (0 <= n)%Z -> sum_below (lost u t p v e s) n =
  s * ((1 + u OPERAND) * sum_below (fun j => Rabs (v j)) n + IZR n * t OPERAND) +
  (1 + e) * t OPERAND * sum_below (fun j => Rabs (p j)) n.
Proof.
  intros u t p v e s n N. unfold lost.
  rewrite (sum_plus n), !sum_factor, (sum_plus n), sum_factor, sum_constant by exact N. reflexivity.
Qed.

(* the bound, of sums of the sizes of terms, weights and values *)
Definition off (u t : A_seq) (n k : Z) (larger terms weights values : R) : R :=
  compound (compound (u PROBABILITY) (u OPERAND)) (gamma (IZR k) (u ACCUMULATE)) * terms +
  (1 + gamma (IZR k) (u ACCUMULATE)) *
    (larger * ((t PROBABILITY + 4 * t ACCUMULATE * (1 + u PROBABILITY)) *
      ((1 + u OPERAND) * values + IZR n * t OPERAND)) + (1 + u PROBABILITY) * t OPERAND * weights +
     larger * (2 * (IZR k * t ACCUMULATE))).

(* the sizes of these *)
Definition term_sizes (p v : A_seq) n := sum_below (fun j => Rabs (p j * v j)) n.
Definition sizes (p : A_seq) n := sum_below (fun j => Rabs (p j)) n.

Lemma sizes_positive : forall p v n, 0 <= term_sizes p v n /\ 0 <= sizes p n.
Proof. intros. split; apply sum_positive; intros; apply Rabs_pos. Qed.

Lemma divided_after : forall u t p v n k d s, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 -> (0 <= n)%Z ->
  (4 <= k)%Z -> products_summed u t p v n k s ->
  Rabs (s - sum_below (fun j => p j * v j) n) <= off u t n k (Rmax 1 d) (term_sizes p v n) (sizes p n) (sizes v n).
Proof.
  intros u t p v n k d s UT B N K (x & w & R & S). destruct (UT PROBABILITY ltac:(lia)) as (UP & TP).
  destruct (UT OPERAND ltac:(lia)) as (UO & TO). destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA).
  assert (W := near_products_within u t p v x w n k s _ _ UT B UP TP R S). rewrite lost_summed in W by exact N.
  destruct (sizes_positive p v n) as (PT & PW). destruct (sizes_positive v v n) as (_ & PV).
  fold (term_sizes p v n) (sizes p n) (sizes v n) in W. set (terms := term_sizes p v n) in *.
  set (weights := sizes p n) in *. set (values := sizes v n) in *. eapply Rle_trans; [exact W|].
  unfold off. apply Rplus_le_compat_l. assert (K0 := IZR_le 4 k K).
  assert (KU : 0 <= IZR k * u ACCUMULATE) by (apply Rmult_le_pos; lra).
  assert (G := gamma_positive (IZR k) (u ACCUMULATE) (conj KU B)). apply Rmult_le_compat_l; [lra|].
  assert (M := Rmax_l 1 d). set (m := Rmax 1 d) in *. clearbody m.
  set (a := (1 + u OPERAND) * values + IZR n * t OPERAND).
  assert (A : 0 <= a) by (apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; apply (IZR_le 0), N).
  assert (F : t PROBABILITY * a <= m * ((t PROBABILITY + 4 * t ACCUMULATE * (1 + u PROBABILITY)) * a)).
  { assert (0 <= 4 * t ACCUMULATE * (1 + u PROBABILITY)) by (apply Rmult_le_pos; lra).
    assert (0 <= t PROBABILITY * a) by (apply Rmult_le_pos; assumption).
    assert (t PROBABILITY * a <= (t PROBABILITY + 4 * t ACCUMULATE * (1 + u PROBABILITY)) * a)
      by (apply Rmult_le_compat_r; lra).
    assert (Q : 1 * ((t PROBABILITY + 4 * t ACCUMULATE * (1 + u PROBABILITY)) * a) <=
      m * ((t PROBABILITY + 4 * t ACCUMULATE * (1 + u PROBABILITY)) * a)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (H : 2 * (IZR k * t ACCUMULATE) <= m * (2 * (IZR k * t ACCUMULATE))).
  { assert (0 <= IZR k * t ACCUMULATE) by (apply Rmult_le_pos; lra).
    assert (1 * (2 * (IZR k * t ACCUMULATE)) <= m * (2 * (IZR k * t ACCUMULATE))) by (apply Rmult_le_compat_r; lra).
    lra. }
  lra.
Qed.

Lemma divided_before : forall u t p v n k (q : A_seq) d z, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 ->
  (0 <= n)%Z -> (4 <= k)%Z -> d <> 0 ->
  (forall j, (0 <= j < n)%Z -> roundings_at u t ACCUMULATE 4 (p j / d) (q j)) -> products_summed u t q v n (k - 4) z ->
  Rabs (z * d - sum_below (fun j => p j * v j) n) <=
    off u t n k (Rmax 1 (Rabs d)) (term_sizes p v n) (sizes p n) (sizes v n).
Proof.
  intros u t p v n k q d z UT B N K D Q (x & w & R & S). destruct (UT PROBABILITY ltac:(lia)) as (UP & TP).
  destruct (UT OPERAND ltac:(lia)) as (UO & TO). destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA).
  assert (K0 := IZR_le 4 k K). set (c := IZR k) in *. set (ua := u ACCUMULATE) in *. set (ta := t ACCUMULATE) in *.
  assert (S4 : 4 * ua <= c * ua) by (apply Rmult_le_compat_r; lra).
  assert (SL : (c - 4) * ua <= c * ua) by (apply Rmult_le_compat_r; lra).
  assert (P0 : 0 <= 4 * ua) by lra. assert (PL : 0 <= (c - 4) * ua) by (apply Rmult_le_pos; lra).
  assert (KU : 0 <= c * ua) by lra. assert (G := gamma_positive c ua (conj KU B)).
  assert (G4 := gamma_positive 4 ua ltac:(lra)). assert (GL := gamma_positive (c - 4) ua ltac:(lra)).
  assert (C := gamma_compound 4 (c - 4) ua UA ltac:(lra) ltac:(lra) ltac:(lra)).
  replace (4 + (c - 4)) with c in C by ring. unfold L_compound in C.
  set (g := gamma c ua) in *. set (g4 := gamma 4 ua) in *. set (gl := gamma (c - 4) ua) in *.
  set (a := compound g4 (u PROBABILITY)). set (tau := 4 * ta * (1 + g4) * (1 + u PROBABILITY) + t PROBABILITY).
  assert (A0 : 0 <= a).
  { unfold a, L_compound. assert (0 <= g4 * u PROBABILITY) by (apply Rmult_le_pos; assumption). lra. }
  assert (T0 : 0 <= tau).
  { unfold tau. assert (0 <= 4 * ta * (1 + g4)) by (apply Rmult_le_pos; lra).
    assert (0 <= 4 * ta * (1 + g4) * (1 + u PROBABILITY)) by (apply Rmult_le_pos; lra). lra. }
  assert (H : forall j, key n j -> near_rounded a tau (p j / d) (x j) /\ rounded_at u t OPERAND (v j) (w j)).
  { intros j J. destruct (R j J) as (X & W). split; [|exact W].
    assert (S4' : IZR 4 * u ACCUMULATE < 1) by (simpl; fold ua; lra).
    exact (compound_rounded _ _ _ _ _ _ _ UP (roundings_gamma _ _ 4 _ _ UA TA S4' (Q j J)) X). }
  assert (BL : IZR (k - 4) * u ACCUMULATE < 1) by (rewrite minus_IZR; fold c ua; lra).
  assert (W := near_products_within u t (fun j => p j / d) v x w n (k - 4) z a tau UT BL A0 T0 H S).
  rewrite lost_summed, minus_IZR in W by exact N. fold c ua ta gl in W.
  assert (DP : 0 < Rabs d) by (apply Rabs_pos_lt, D).
  destruct (sizes_positive p v n) as (PT & PW). destruct (sizes_positive v v n) as (_ & PV).
  fold (sizes v n) in W. set (terms := term_sizes p v n) in *. set (weights := sizes p n) in *.
  set (values := sizes v n) in *.
  assert (E1 : sum_below (fun j => p j / d * v j) n * d = sum_below (fun j => p j * v j) n).
  { rewrite Rmult_comm, <- sum_factor. apply sum_same. intros j _. field. exact D. }
  assert (E2 : Rabs d * sum_below (fun j => Rabs (p j / d * v j)) n = terms).
  { rewrite <- sum_factor. apply sum_same. intros j _. rewrite <- Rabs_mult. f_equal. field. exact D. }
  assert (E3 : Rabs d * sum_below (fun j => Rabs (p j / d)) n = weights).
  { rewrite <- sum_factor. apply sum_same. intros j _. rewrite <- Rabs_mult. f_equal. field. exact D. }
  apply (Rmult_le_compat_l (Rabs d)) in W; [|lra]. rewrite <- Rabs_mult in W.
  replace (d * (z - sum_below (fun j => p j / d * v j) n)) with
    (z * d - sum_below (fun j => p j / d * v j) n * d) in W by ring. rewrite E1 in W.
  eapply Rle_trans; [exact W|].
  set (b := (1 + u OPERAND) * values + IZR n * t OPERAND).
  assert (B0 : 0 <= b) by (apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; apply (IZR_le 0), N).
  set (X1 := sum_below (fun j => Rabs (p j / d * v j)) n) in *. set (X2 := sum_below (fun j => Rabs (p j / d)) n) in *.
  replace (Rabs d * (compound (compound a (u OPERAND)) gl * X1 + (1 + gl) *
      (tau * b + (1 + a) * t OPERAND * X2 + 2 * ((c - 4) * ta)))) with
    (compound (compound a (u OPERAND)) gl * (Rabs d * X1) + (1 + gl) *
      (Rabs d * (tau * b) + (1 + a) * t OPERAND * (Rabs d * X2) + Rabs d * (2 * ((c - 4) * ta)))) by ring.
  rewrite E2, E3. unfold off. fold c ua ta g b. assert (M := Rmax_r 1 (Rabs d)).
  set (m := Rmax 1 (Rabs d)) in *. clearbody m X1 X2. unfold L_compound in a.
  assert (GG : (1 + gl) * (1 + g4) <= 1 + g) by lra. assert (GGL : 1 + gl <= 1 + g).
  { assert (0 <= g4 * gl) by (apply Rmult_le_pos; assumption). lra. }
  apply Rplus_le_compat.
  - apply Rmult_le_compat_r; [exact PT|]. unfold a, L_compound.
    assert (I : (1 + gl) * (1 + g4) * ((1 + u PROBABILITY) * (1 + u OPERAND)) <=
      (1 + g) * ((1 + u PROBABILITY) * (1 + u OPERAND))).
    { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact GG]. }
    lra.
  - replace ((1 + gl) * (Rabs d * (tau * b) + (1 + a) * t OPERAND * weights + Rabs d * (2 * ((c - 4) * ta)))) with
      (Rabs d * ((1 + gl) * tau * b) + (1 + gl) * (1 + a) * (t OPERAND * weights) +
       (1 + gl) * (Rabs d * (2 * ((c - 4) * ta)))) by ring.
    replace ((1 + g) * (m * ((t PROBABILITY + 4 * ta * (1 + u PROBABILITY)) * b) +
        (1 + u PROBABILITY) * t OPERAND * weights + m * (2 * (c * ta)))) with
      (m * ((1 + g) * (t PROBABILITY + 4 * ta * (1 + u PROBABILITY)) * b) +
       (1 + g) * (1 + u PROBABILITY) * (t OPERAND * weights) + (1 + g) * (m * (2 * (c * ta)))) by ring.
    assert (F1 : (1 + gl) * tau <= (1 + g) * (t PROBABILITY + 4 * ta * (1 + u PROBABILITY))).
    { unfold tau. assert ((1 + gl) * t PROBABILITY <= (1 + g) * t PROBABILITY) by (apply Rmult_le_compat_r; assumption).
      assert ((1 + gl) * (1 + g4) * (4 * ta * (1 + u PROBABILITY)) <= (1 + g) * (4 * ta * (1 + u PROBABILITY))).
      { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact GG]. }
      lra. }
    assert (F2 : (1 + gl) * (1 + a) <= (1 + g) * (1 + u PROBABILITY)).
    { unfold a, L_compound. assert ((1 + gl) * (1 + g4) * (1 + u PROBABILITY) <= (1 + g) * (1 + u PROBABILITY))
        by (apply Rmult_le_compat_r; lra). lra. }
    apply Rplus_le_compat; [apply Rplus_le_compat|].
    + apply Rmult_le_compat; [lra| |exact M|apply Rmult_le_compat_r; [exact B0|exact F1]].
      repeat apply Rmult_le_pos; lra.
    + apply Rmult_le_compat_r; [apply Rmult_le_pos; assumption|exact F2].
    + apply Rmult_le_compat; [lra| |exact GGL|].
      * repeat apply Rmult_le_pos; lra.
      * apply Rmult_le_compat; [lra| |exact M|]; [repeat apply Rmult_le_pos; lra|].
        assert ((c - 4) * ta <= c * ta) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma quotients_within : forall u t p v n k d z, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 -> (0 <= n)%Z ->
  (4 <= k)%Z -> P_quotients_summed u t p v n k d z ->
  Rabs (z * d - sum_below (fun j => p j * v j) n) <=
    off u t n k (Rmax 1 (Rabs d)) (term_sizes p v n) (sizes p n) (sizes v n).
Proof.
  intros u t p v n k d z UT B N K (D & [(s & S & E)|(q & Q & S)]); [|apply (divided_before u t p v n k q); assumption].
  replace (z * d) with s by (rewrite E; field; exact D). apply divided_after; assumption.
Qed.

(* of the keys that are visible *)
Lemma visible_quotients_within : forall u t p v m n k d z, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 ->
  (4 <= k)%Z ->
  P_quotients_summed u t (L_visible_of m n p) (L_visible_of m n v) (L_visible_count m n) k d z ->
  let visible f := sum_below (fun j => if m j then f j else 0) n in
  Rabs (z * d - visible (fun j => p j * v j)) <= off u t (L_visible_count m n) k (Rmax 1 (Rabs d))
    (visible (fun j => Rabs (p j * v j))) (visible (fun j => Rabs (p j))) (visible (fun j => Rabs (v j))).
Proof.
  intros u t p v m n k d z UT B K S visible. assert (C := count_grows m (Z.to_nat n) (Z.to_nat n) (le_n _)).
  assert (W := quotients_within _ _ _ _ _ _ _ _ UT B (proj1 C) K S). unfold term_sizes, sizes in W.
  unfold visible. rewrite <- !(sum_of_visible _ m n). exact W.
Qed.

Lemma visible_terms_within : forall u t p m n k s, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 ->
  P_terms_summed u t (L_visible_of m n p) (L_visible_count m n) k s ->
  let visible f := sum_below (fun j => if m j then f j else 0) n in
  Rabs (s - visible p) <= gamma (IZR k) (u ACCUMULATE) * visible (fun j => Rabs (p j)) +
    (1 + gamma (IZR k) (u ACCUMULATE)) * (2 * (IZR k * t ACCUMULATE)).
Proof.
  intros u t p m n k s UT B S visible. set (q := L_visible_of m n p) in *.
  assert (N : forall j, key (L_visible_count m n) j -> 0 <= 0 /\ Rabs (q j - q j) <= 0 * Rabs (q j) + 0).
  { intros j _. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
  assert (W := near_terms_summed u t q q (fun _ => 0) _ k s 0 UT B (Rle_refl 0) N S).
  rewrite (sum_constant _ 0) in W by apply (count_grows m (Z.to_nat n) (Z.to_nat n) (le_n _)).
  unfold visible. rewrite <- !(sum_of_visible _ m n). fold q. change (L_visible_of m n (fun j => Rabs (p j))) with
    (fun j => Rabs (q j)). eapply Rle_trans; [exact W|]. right. unfold L_compound. ring.
Qed.
