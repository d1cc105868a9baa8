(* products_math.v - a sum of terms that are near others, in any order; and of stored weights times values as they are
   multiplied. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total operators rounded_sum engine products seen.
From Plumbline.compare Require Import rounded_sum_math sums_math mean_math.
From Plumbline.budget Require Import seen_math.
Open Scope R_scope.

Lemma near_terms_summed : forall u t (x y a : A_seq) n k s e, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 -> 0 <= e ->
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
  - apply Rmult_le_compat_r; [exact P|]. unfold L_compound. assert (e * (g - 1) <= e * h) by (apply Rmult_le_compat_l; lra).
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

Definition lost (u t p v : A_seq) : A_seq := fun j =>
  t PROBABILITY * ((1 + u OPERAND) * Rabs (v j) + t OPERAND) + (1 + u PROBABILITY) * t OPERAND * Rabs (p j).

Lemma products_within : forall u t p v n k s, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 ->
  P_products_summed u t p v n k s ->
  Rabs (s - sum_below (fun j => p j * v j) n) <=
    compound (compound (u PROBABILITY) (u OPERAND)) (gamma (IZR k) (u ACCUMULATE)) *
      sum_below (fun j => Rabs (p j * v j)) n +
    (1 + gamma (IZR k) (u ACCUMULATE)) * (sum_below (lost u t p v) n + 2 * (IZR k * t ACCUMULATE)).
Proof.
  intros u t p v n k s UT B (x & w & R & S). destruct (UT PROBABILITY ltac:(lia)) as (UP & TP).
  destruct (UT OPERAND ltac:(lia)) as (UO & TO). apply (near_terms_summed u t (fun j => x j * w j) (fun j => p j * v j) (lost u t p v) n k s _ UT B).
  - unfold L_compound. assert (0 <= u PROBABILITY * u OPERAND) by (apply Rmult_le_pos; assumption). lra.
  - intros j J. destruct (R j J) as (X & W). split; [|apply product_rounded; assumption].
    assert (V := Rabs_pos (v j)). assert (P := Rabs_pos (p j)).
    apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; try lra.
    apply Rplus_le_le_0_compat; [apply Rmult_le_pos|]; lra.
  - exact S.
Qed.

Lemma lost_summed : forall u t p v n, (0 <= n)%Z -> sum_below (lost u t p v) n =
  t PROBABILITY * ((1 + u OPERAND) * sum_below (fun j => Rabs (v j)) n + IZR n * t OPERAND) +
  (1 + u PROBABILITY) * t OPERAND * sum_below (fun j => Rabs (p j)) n.
Proof.
  intros u t p v n N. unfold lost. rewrite (sum_plus n), !sum_factor, (sum_plus n), sum_factor, sum_constant by exact N.
  reflexivity.
Qed.

(* the same of the keys that are seen *)
Lemma seen_products_within : forall u t p v m n k s, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 ->
  P_products_summed u t (L_seen_of m n p) (L_seen_of m n v) (L_visible_count m n) k s ->
  let seen f := sum_below (fun j => if m j then f j else 0) n in
  Rabs (s - seen (fun j => p j * v j)) <=
    compound (compound (u PROBABILITY) (u OPERAND)) (gamma (IZR k) (u ACCUMULATE)) * seen (fun j => Rabs (p j * v j)) +
    (1 + gamma (IZR k) (u ACCUMULATE)) * (t PROBABILITY * ((1 + u OPERAND) * seen (fun j => Rabs (v j)) +
      IZR (L_visible_count m n) * t OPERAND) + (1 + u PROBABILITY) * t OPERAND * seen (fun j => Rabs (p j)) +
      2 * (IZR k * t ACCUMULATE)).
Proof.
  intros u t p v m n k s UT B S seen. assert (W := products_within _ _ _ _ _ _ _ UT B S).
  assert (C := count_grows m (Z.to_nat n) (Z.to_nat n) (le_n _)). rewrite lost_summed in W by apply C.
  unfold seen. rewrite <- !(sum_of_seen _ m n). exact W.
Qed.
