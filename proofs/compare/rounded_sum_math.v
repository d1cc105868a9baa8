(* rounded_sum_math.v - how far sums and products that are rounded on their way can end from the exact ones
   (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 3.1 and 4.2). *)
From Coq Require Import Reals ZArith List Permutation Lia Lra Psatz.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum.
Import ListNotations.
Open Scope R_scope.

Notation gamma := L_gamma_of.
Notation compound := L_compound.

(* ---- (1 + u)^k ---- *)

Lemma growth_least : forall u k, 0 <= u -> 1 <= L_growth u k.
Proof. intros u k U. apply pow_R1_Rle. lra. Qed.

Lemma growth_plus : forall u j k, (0 <= j)%Z -> (0 <= k)%Z -> L_growth u (j + k) = L_growth u j * L_growth u k.
Proof. intros u j k J K. unfold L_growth. rewrite Z2Nat.inj_add by assumption. apply pow_add. Qed.

Lemma growth_one : forall u, L_growth u 1 = 1 + u.
Proof. intro u. unfold L_growth. simpl. ring. Qed.

Lemma growth_monotone : forall u j k, 0 <= u -> (j <= k)%Z -> L_growth u j <= L_growth u k.
Proof. intros u j k U J. apply Rle_pow; [lra|lia]. Qed.

Lemma growth_linear : forall u k, 0 <= u -> (0 <= k)%Z -> 1 + IZR k * u <= L_growth u k.
Proof.
  intros u k U K. unfold L_growth. rewrite <- (Z2Nat.id k K) at 1. rewrite <- INR_IZR_INZ.
  induction (Z.to_nat k) as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl.
  assert (N := pos_INR n). set (p := (1 + u) ^ n) in *. clearbody p.
  assert (0 <= INR n * u * u) by (repeat apply Rmult_le_pos; assumption).
  assert (u * (1 + INR n * u) <= u * p) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma growth_product : forall u k, 0 <= u -> (0 <= k)%Z -> L_growth u k * (1 - IZR k * u) <= 1.
Proof.
  intros u k U K. unfold L_growth. rewrite <- (Z2Nat.id k K) at 2. rewrite <- INR_IZR_INZ.
  induction (Z.to_nat k) as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl.
  assert (N := pos_INR n). assert (P : 0 <= (1 + u) ^ n) by (apply pow_le; lra).
  set (p := (1 + u) ^ n) in *. clearbody p.
  assert (0 <= p * ((INR n + 1) * u * u)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Lemma growth_gamma : forall u k, 0 <= u -> (0 <= k)%Z -> IZR k * u < 1 -> L_growth u k <= 1 + gamma (IZR k) u.
Proof.
  intros u k U K S. assert (P := growth_product u k U K). unfold L_gamma_of.
  apply Rmult_le_reg_r with (1 - IZR k * u); [lra|].
  replace ((1 + IZR k * u / (1 - IZR k * u)) * (1 - IZR k * u)) with 1 by (field; lra). exact P.
Qed.

Lemma gamma_positive : forall k u, 0 <= k * u < 1 -> 0 <= gamma k u.
Proof. intros k u H. unfold L_gamma_of. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra. Qed.

Lemma gamma_plus_one : forall k u, k * u < 1 -> 1 + gamma k u = / (1 - k * u).
Proof. intros k u H. unfold L_gamma_of. field. lra. Qed.

Lemma gamma_monotone : forall j k u, 0 <= u -> j <= k -> k * u < 1 -> gamma j u <= gamma k u.
Proof.
  intros j k u U J K. assert (j * u <= k * u) by (apply Rmult_le_compat_r; lra).
  assert (A := gamma_plus_one j u ltac:(lra)). assert (B := gamma_plus_one k u K).
  assert (/ (1 - j * u) <= / (1 - k * u)) by (apply Rinv_le_contravar; lra). lra.
Qed.

Lemma gamma_compound : forall j k u, 0 <= u -> 0 <= j -> 0 <= k -> (j + k) * u < 1 ->
  compound (gamma j u) (gamma k u) <= gamma (j + k) u.
Proof.
  intros j k u U J K S. assert (A := Rmult_le_pos _ _ J U). assert (B := Rmult_le_pos _ _ K U).
  assert (P := gamma_plus_one j u ltac:(lra)). assert (Q := gamma_plus_one k u ltac:(lra)).
  assert (T := gamma_plus_one (j + k) u S). unfold L_compound.
  replace (gamma j u + gamma k u + gamma j u * gamma k u) with ((1 + gamma j u) * (1 + gamma k u) - 1) by ring.
  replace (gamma (j + k) u) with (1 + gamma (j + k) u - 1) by ring. rewrite P, Q, T, <- Rinv_mult.
  apply Rplus_le_compat_r, Rinv_le_contravar; [lra|].
  replace ((1 - j * u) * (1 - k * u)) with (1 - (j + k) * u + (j * u) * (k * u)) by ring.
  assert (0 <= (j * u) * (k * u)) by (apply Rmult_le_pos; assumption). lra.
Qed.

(* what was rounded down k times *)
Lemma shrinkage_gamma : forall u k, 0 <= u <= 1 -> (0 <= k)%Z -> 1 - (1 - u) ^ Z.to_nat k <= IZR k * u.
Proof.
  intros u k U K. rewrite <- (Z2Nat.id k K) at 2. rewrite <- INR_IZR_INZ.
  induction (Z.to_nat k) as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl.
  assert (P0 : 0 <= (1 - u) ^ n) by (apply pow_le; lra).
  assert (P1 := pow_incr (1 - u) 1 n ltac:(lra)). rewrite pow1 in P1.
  set (p := (1 - u) ^ n) in *. clearbody p. assert (u * p <= u * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* ---- one number rounded often ---- *)

Lemma compound_rounded : forall a s b t x y z, 0 <= b -> near_rounded a s x y -> near_rounded b t y z ->
  near_rounded (compound a b) (s * (1 + b) + t) x z.
Proof.
  unfold near_rounded, L_compound. intros a s b t x y z B X Y.
  replace (z - x) with ((z - y) + (y - x)) by ring. eapply Rle_trans; [apply Rabs_triang|].
  assert (T : Rabs y <= Rabs x + Rabs (y - x)).
  { replace y with (x + (y - x)) at 1 by ring. apply Rabs_triang. }
  assert (b * Rabs y <= b * (Rabs x + (a * Rabs x + s))) by (apply Rmult_le_compat_l; lra).
  replace (b * (Rabs x + (a * Rabs x + s))) with (b * Rabs x + a * b * Rabs x + s * b) in H by ring. lra.
Qed.

Lemma roundings_grow : forall u t k x y, 0 <= u -> 0 <= t -> P_roundings u t k x y -> (0 <= k)%Z /\
  near_rounded (L_growth u k - 1) (IZR k * t * L_growth u k) x y.
Proof.
  intros u t k x y U T H. induction H as [x|k x y z H (K & IH) N].
  - split; [lia|]. unfold near_rounded, L_growth. simpl. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - split; [lia|]. rewrite growth_plus, growth_one, plus_IZR by lia.
    assert (C := compound_rounded _ _ _ _ _ _ _ U IH N). unfold near_rounded, L_compound in *.
    eapply Rle_trans; [exact C|]. assert (G := growth_least u k U). assert (A := Rabs_pos x).
    assert (I := IZR_le 0 k K). set (g := L_growth u k) in *. clearbody g.
    assert (t <= t * (g * (1 + u))) by (assert (1 <= g * (1 + u)) by nra; nra). nra.
Qed.

Lemma roundings_gamma : forall u t k x y, 0 <= u -> 0 <= t -> IZR k * u < 1 -> P_roundings u t k x y ->
  near_rounded (gamma (IZR k) u) (IZR k * t * (1 + gamma (IZR k) u)) x y.
Proof.
  intros u t k x y U T S H. destruct (roundings_grow u t k x y U T H) as (K & N). unfold near_rounded in *.
  assert (G := growth_gamma u k U K S). assert (A := Rabs_pos x). assert (I := IZR_le 0 k K).
  eapply Rle_trans; [exact N|]. apply Rplus_le_compat.
  - apply Rmult_le_compat_r; lra.
  - apply Rmult_le_compat_l; [apply Rmult_le_pos; assumption|lra].
Qed.

(* ---- sums over lists of terms with their factors ---- *)

Fixpoint list_sum (f : Z * R -> R) (terms : list (Z * R)) : R :=
  match terms with
  | [] => 0
  | term :: rest => f term + list_sum f rest
  end.

Lemma list_sum_app : forall f a b, list_sum f (a ++ b) = list_sum f a + list_sum f b.
Proof. intros f a b. induction a as [|i a IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Definition exact_sum (x : A_seq) := list_sum (fun term => snd term * x (fst term)).
Definition size_sum (x : A_seq) := list_sum (fun term => snd term * Rabs (x (fst term))).

Lemma exact_scaled : forall x terms c,
  exact_sum x (map (fun term => (fst term, snd term * c)) terms) = c * exact_sum x terms.
Proof. intros x terms c. unfold exact_sum. induction terms as [|i a IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma size_scaled : forall x terms c,
  size_sum x (map (fun term => (fst term, snd term * c)) terms) = c * size_sum x terms.
Proof. intros x terms c. unfold size_sum. induction terms as [|i a IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Scheme partial_minimality := Minimality for partial Sort Prop
with gathered_minimality := Minimality for gathered Sort Prop.
Combined Scheme partial_gathered_ind from partial_minimality, gathered_minimality.

Definition lost (t f : R) (all factors : Z) : R := IZR all * t * L_growth f factors.
Definition within (u t f : R) (x : A_seq) (terms : list (Z * R)) (depth all factors : Z) (s : R) : Prop :=
  (0 <= depth)%Z /\ (0 <= all)%Z /\ (0 <= factors)%Z /\ 0 <= size_sum x terms /\
    Rabs (exact_sum x terms) <= size_sum x terms /\
  Rabs (s - exact_sum x terms) <= (L_growth u depth - 1) * size_sum x terms + lost t f all factors * L_growth u depth.
Definition gathered_within (u t f : R) (x : A_seq) (terms : list (Z * R)) (depth all factors parts : Z) (s size : R) :
  Prop :=
  within u t f x terms depth all factors s /\ (0 <= parts)%Z /\
  size <= L_growth u depth * size_sum x terms + lost t f all factors * L_growth u depth.

Lemma lost_positive : forall u t f (x : A_seq), 0 <= u -> 0 <= t -> 0 <= f -> forall all factors, (0 <= all)%Z ->
  0 <= lost t f all factors.
Proof.
  intros u t f x U T F all factors A. unfold lost. apply IZR_le in A. assert (G := growth_least f factors F).
  apply Rmult_le_pos; [apply Rmult_le_pos|]; lra.
Qed.

Lemma lost_plus : forall t f all more factors, lost t f (all + more) factors =
  lost t f all factors + IZR more * t * L_growth f factors.
Proof. intros. unfold lost. rewrite plus_IZR. ring. Qed.

Lemma lost_monotone : forall u t f (x : A_seq), 0 <= u -> 0 <= t -> 0 <= f ->
  forall all all' factors factors', (0 <= all)%Z -> (all <= all')%Z -> (factors <= factors')%Z ->
  lost t f all factors <= lost t f all' factors'.
Proof.
  intros u t f x U T F all all' r r' A L R. unfold lost. assert (G := growth_monotone f r r' F R).
  assert (G1 := growth_least f r F).
  apply IZR_le in A. apply IZR_le in L. apply Rmult_le_compat; try lra; [apply Rmult_le_pos; lra|].
  apply Rmult_le_compat_r; lra.
Qed.

Lemma within_deeper : forall u t f (x : A_seq), 0 <= u -> 0 <= t -> 0 <= f ->
  forall terms d d' k r r' s, within u t f x terms d k r s -> (d <= d')%Z -> (r <= r')%Z ->
  within u t f x terms d' k r' s.
Proof.
  intros u t f x U T F terms d d' k r r' s (D & K & R & P & E & H) L M. repeat split; try lia; try assumption.
  eapply Rle_trans; [exact H|]. assert (G := growth_monotone u d d' U L). assert (G1 := growth_least u d U).
  apply Rplus_le_compat; [apply Rmult_le_compat_r; lra|].
  apply Rmult_le_compat; try lra; [apply (lost_positive u t f x U T F), K|apply (lost_monotone u t f x U T F); lia].
Qed.

Lemma computed_bounded : forall u t f (x : A_seq), 0 <= u -> 0 <= t -> 0 <= f ->
  forall terms d k r s, within u t f x terms d k r s ->
  Rabs s <= L_growth u d * size_sum x terms + lost t f k r * L_growth u d.
Proof.
  intros u t f x U T F terms d k r s (D & K & R & P & E & H).
  replace s with (exact_sum x terms + (s - exact_sum x terms)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

(* an error of p units of a magnitude, and p times t *)
Lemma block_within : forall u t f (x : A_seq), 0 <= u -> 0 <= t -> 0 <= f ->
  forall terms d k r p s size y, within u t f x terms d k r s -> (0 <= p)%Z ->
  size <= L_growth u d * size_sum x terms + lost t f k r * L_growth u d ->
  Rabs (y - s) <= IZR p * (u * size + t) -> within u t f x terms (d + p) (k + p) r y.
Proof.
  intros u t f x U T F terms d k r p s size y (D & K & R & P & E & H) Q S Y. repeat split; try lia; try assumption.
  rewrite growth_plus by lia. assert (L := growth_linear u p U Q). assert (G := growth_least u d U).
  assert (G2 := growth_least u p U). assert (G3 := growth_least f r F).
  rewrite lost_plus. assert (N := lost_positive u t f x U T F k r K). apply IZR_le in Q.
  replace (y - exact_sum x terms) with ((y - s) + (s - exact_sum x terms)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. eapply Rle_trans; [apply Rplus_le_compat; [exact Y|exact H]|].
  set (g := L_growth u d) in *. set (h := L_growth u p) in *. set (z := size_sum x terms) in *.
  set (l := lost t f k r) in *. set (w := L_growth f r) in *. set (q := IZR p) in *. clearbody g h z l w q.
  assert (A : q * (u * size + t) <= q * u * (g * z + l * g) + q * t).
  { replace (q * (u * size + t)) with (q * u * size + q * t) by ring.
    apply Rplus_le_compat_r, Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact S]. }
  assert (B : q * t <= q * t * w * (g * h)).
  { assert (0 <= q * t) by (apply Rmult_le_pos; lra). assert (1 <= g * h) by nra.
    assert (1 <= w * (g * h)) by nra. replace (q * t * w * (g * h)) with (q * t * (w * (g * h))) by ring. nra. }
  assert (C : (1 + q * u) * (g * z) <= h * (g * z)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|lra]).
  assert (C2 : (1 + q * u) * (l * g) <= h * (l * g)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|lra]).
  lra.
Qed.

Lemma joined_within : forall u t f (x : A_seq), 0 <= u -> 0 <= t -> 0 <= f ->
  forall a b d k r s e m q v, within u t f x a d k r s -> within u t f x b e m q v ->
  within u t f x (a ++ b) (Z.max d e) (k + m) (Z.max r q) (s + v).
Proof.
  intros u t f x U T F a b d k r s e m q v A B.
  apply (within_deeper u t f x U T F _ _ (Z.max d e) _ _ (Z.max r q)) in A; try lia.
  apply (within_deeper u t f x U T F _ _ (Z.max d e) _ _ (Z.max r q)) in B; try lia.
  destruct A as (D & K & R & P & E & H). destruct B as (_ & M & _ & P' & E' & H').
  unfold within, exact_sum, size_sum in *. rewrite !list_sum_app. repeat split; try lia; try lra.
  - eapply Rle_trans; [apply Rabs_triang|lra].
  - unfold lost in *. rewrite plus_IZR.
    match goal with |- Rabs ?e <= _ => replace e with
      ((s - list_sum (fun term => snd term * x (fst term)) a) + (v - list_sum (fun term => snd term * x (fst term)) b))
        by ring end.
    eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

Lemma partial_gathered_within : forall u t f (x : A_seq), 0 <= u -> 0 <= t -> 0 <= f ->
  (forall terms d k r s, partial u t f x terms d k r s -> within u t f x terms d k r s) /\
  (forall terms d k r p s size, gathered u t f x terms d k r p s size -> gathered_within u t f x terms d k r p s size).
Proof.
  intros u t f x U T F. apply (partial_gathered_ind u t f x (within u t f x) (gathered_within u t f x)).
  - unfold within, exact_sum, size_sum, lost, L_growth. simpl. rewrite Rminus_0_r, Rabs_R0. repeat split; try lia; lra.
  - intro i. unfold within, exact_sum, size_sum, lost, L_growth. simpl. rewrite !Rmult_1_l, !Rplus_0_r.
    rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. assert (A := Rabs_pos (x i)). repeat split; try lia; lra.
  - intros terms d k r s y _ W N. unfold near_rounded in N.
    apply (block_within u t f x U T F terms d k r 1 s (Rabs s) y W ltac:(lia)
      (computed_bounded u t f x U T F _ _ _ _ _ W)). lra.
  - intros. apply (joined_within u t f x U T F); assumption.
  - intros terms d k r s c _ (D & K & R & P & E & H) C. unfold within. rewrite exact_scaled, size_scaled.
    repeat split; try lia.
    + apply Rmult_le_pos; lra.
    + rewrite Rabs_mult, (Rabs_pos_eq c) by lra. apply Rmult_le_compat_l; lra.
    + replace (c * s - c * exact_sum x terms) with (c * (s - exact_sum x terms)) by ring.
      rewrite Rabs_mult, (Rabs_pos_eq c) by lra.
      eapply Rle_trans; [apply Rmult_le_compat_l; [lra|exact H]|].
      unfold lost. rewrite growth_plus, growth_one by lia. assert (G := growth_least u d U).
      assert (L := lost_positive u t f x U T F k r K). unfold lost in L.
      assert (c * (IZR k * t * L_growth f r * L_growth u d) <= (1 + f) * (IZR k * t * L_growth f r * L_growth u d))
        by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|lra]). lra.
  - intros terms d k r p s size y _ (W & Q & S) Y. exact (block_within u t f x U T F _ _ _ _ _ _ _ _ W Q S Y).
  - intros terms d k r s _ W. split; [exact W|]. split; [lia|]. exact (computed_bounded u t f x U T F _ _ _ _ _ W).
  - intros a d k r p s size b e m q v _ (A & Q & S) _ B.
    split; [exact (joined_within u t f x U T F _ _ _ _ _ _ _ _ _ _ A B)|].
    split; [lia|]. assert (V := computed_bounded u t f x U T F _ _ _ _ _ B).
    destruct A as (D & K & R & P & _). destruct B as (D' & K' & R' & P' & _).
    assert (G := growth_monotone u d (Z.max d e) U ltac:(lia)).
    assert (G' := growth_monotone u e (Z.max d e) U ltac:(lia)).
    assert (G1 := growth_least u d U). assert (G2 := growth_least u e U).
    assert (L := lost_monotone u t f x U T F k k r (Z.max r q) K ltac:(lia) ltac:(lia)).
    assert (L' := lost_monotone u t f x U T F m m q (Z.max r q) K' ltac:(lia) ltac:(lia)).
    assert (N := lost_positive u t f x U T F k r K). assert (N' := lost_positive u t f x U T F m q K').
    assert (O : lost t f (k + m) (Z.max r q) = lost t f k (Z.max r q) + lost t f m (Z.max r q))
      by (unfold lost; rewrite plus_IZR; ring).
    rewrite O. unfold size_sum in *. rewrite list_sum_app.
    set (g := L_growth u (Z.max d e)) in *. clearbody g.
    assert (lost t f k r * L_growth u d <= lost t f k (Z.max r q) * g) by (apply Rmult_le_compat; lra).
    assert (lost t f m q * L_growth u e <= lost t f m (Z.max r q) * g) by (apply Rmult_le_compat; lra).
    assert (L_growth u d * list_sum (fun term => snd term * Rabs (x (fst term))) a <=
      g * list_sum (fun term => snd term * Rabs (x (fst term))) a)
      by (apply Rmult_le_compat_r; lra).
    assert (L_growth u e * list_sum (fun term => snd term * Rabs (x (fst term))) b <=
      g * list_sum (fun term => snd term * Rabs (x (fst term))) b)
      by (apply Rmult_le_compat_r; lra).
    lra.
Qed.

(* ---- every key once ---- *)

Fixpoint sum_of (g : Z -> R) (keys : list Z) : R :=
  match keys with
  | [] => 0
  | i :: rest => g i + sum_of g rest
  end.

Lemma sum_of_permutation : forall g a b, Permutation a b -> sum_of g a = sum_of g b.
Proof. intros g a b P. induction P; simpl; lra. Qed.

Lemma sum_of_app : forall g a b, sum_of g (a ++ b) = sum_of g a + sum_of g b.
Proof. intros g a b. induction a as [|i a IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_of_below : forall g n, sum_of g (below n) = sum_below g n.
Proof.
  intros g n. unfold below, sum_below. induction (Z.to_nat n) as [|k IH]; [reflexivity|].
  rewrite seq_S, map_app, sum_of_app, IH. simpl. ring.
Qed.

Lemma sum_of_terms : forall (c : A_seq) (g : Z -> R) terms, (forall term, In term terms -> snd term = c (fst term)) ->
  list_sum (fun term => snd term * g (fst term)) terms = sum_of (fun i => c i * g i) (map fst terms).
Proof.
  intros c g terms. induction terms as [|a rest IH]; intro H; simpl; [reflexivity|].
  rewrite (H a (or_introl eq_refl)), IH; [reflexivity|]. intros b B. apply H. right. exact B.
Qed.

Lemma rescaled_sum_within : forall u t f x c n depth all factors s, 0 <= u -> 0 <= t -> 0 <= f ->
  P_rescaled_sum u t f x c n depth all factors s ->
  Rabs (s - sum_below (fun i => c i * x i) n) <=
    (L_growth u depth - 1) * sum_below (fun i => c i * Rabs (x i)) n +
      IZR all * t * L_growth f factors * L_growth u depth /\
  (0 <= depth)%Z /\ (0 <= all)%Z /\ (0 <= factors)%Z /\ 0 <= sum_below (fun i => c i * Rabs (x i)) n.
Proof.
  intros u t f x c n d k r s U T F (terms & P & C & H).
  destruct (proj1 (partial_gathered_within u t f x U T F) _ _ _ _ _ H) as (D & K & R & Z0 & _ & W).
  unfold exact_sum, size_sum, lost in *.
  rewrite (sum_of_terms c x terms C) in W. rewrite (sum_of_terms c (fun i => Rabs (x i)) terms C) in W, Z0.
  rewrite !(sum_of_permutation _ _ _ P), !sum_of_below in W. rewrite (sum_of_permutation _ _ _ P), sum_of_below in Z0.
  repeat split; assumption.
Qed.

(* ---- a tree of rounded additions ---- *)

Definition ones : A_seq := fun _ => 1.

Lemma tree_partial : forall u t x terms s, tree u t x terms s -> (1 <= Z.of_nat (length terms))%Z /\
  exists d k, (d <= Z.of_nat (length terms) - 1)%Z /\ (k = Z.of_nat (length terms) - 1)%Z /\
    partial u t 0 x (map (fun i => (i, 1)) terms) d k 0 s.
Proof.
  intros u t x terms s H. induction H as [i|a s b v y A (La & d & k & D & K & P) B (Lb & e & m & E & M & Q) N].
  - simpl. split; [lia|]. exists 0%Z, 0%Z. repeat split; try lia. apply partial_term.
  - rewrite app_length, Nat2Z.inj_add, map_app. split; [lia|].
    exists (Z.max d e + 1)%Z, (k + m + 1)%Z. repeat split; try lia.
    apply (partial_rounded _ _ _ _ _ _ _ _ (s + v)); [|exact N].
    exact (partial_joined _ _ _ _ _ _ _ 0 _ _ _ _ 0 _ P Q).
Qed.

Lemma below_length : forall n, length (below n) = Z.to_nat n.
Proof. intro n. unfold below. rewrite map_length, seq_length. reflexivity. Qed.

Lemma tree_rescaled : forall u t x n s, P_tree_sum u t x n s -> (1 <= n)%Z /\
  exists d, (d <= n - 1)%Z /\ P_rescaled_sum u t 0 x ones n d (n - 1) 0 s.
Proof.
  intros u t x n s (terms & P & H). destruct (tree_partial _ _ _ _ _ H) as (L & d & k & D & K & Q).
  assert (E := Permutation_length P). rewrite below_length in E.
  assert (N : (1 <= n)%Z) by lia. split; [exact N|].
  exists d. split; [lia|]. exists (map (fun i => (i, 1)) terms). split; [|split].
  - rewrite map_map. simpl. rewrite map_id. exact P.
  - intros term I. apply in_map_iff in I. destruct I as (i & I & _). subst term. reflexivity.
  - replace (n - 1)%Z with k by lia. exact Q.
Qed.

Lemma total_ext : forall f g n, (forall i, f i = g i) -> sum_below f n = sum_below g n.
Proof. intros f g n H. unfold sum_below. induction (Z.to_nat n) as [|k IH]; simpl; [reflexivity|]. rewrite IH, H.
  reflexivity. Qed.

Lemma tree_within : forall u t x n s, 0 <= u -> 0 <= t -> IZR (n - 1) * u < 1 -> P_tree_sum u t x n s ->
  Rabs (s - sum_below x n) <=
    gamma (IZR (n - 1)) u * sum_below (fun i => Rabs (x i)) n + IZR (n - 1) * t * (1 + gamma (IZR (n - 1)) u).
Proof.
  intros u t x n s U T S H. destruct (tree_rescaled _ _ _ _ _ H) as (N & d & D & R).
  destruct (rescaled_sum_within _ _ _ _ _ _ _ _ _ _ U T (Rle_refl 0) R) as (W & D0 & K & _ & Z0).
  assert (A : forall g, sum_below (fun i => ones i * g i) n = sum_below g n)
    by (intro g; apply total_ext; intro i; unfold ones; ring).
  rewrite (A x), (A (fun i => Rabs (x i))) in W. rewrite (A (fun i => Rabs (x i))) in Z0.
  eapply Rle_trans; [exact W|]. clear W.
  assert (G := growth_monotone u d (n - 1) U D). assert (G1 := growth_gamma u (n - 1) U ltac:(lia) S).
  replace (L_growth 0 0) with 1 by reflexivity. rewrite Rmult_1_r. apply IZR_le in K.
  apply Rplus_le_compat; [apply Rmult_le_compat_r; lra|apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]].
Qed.

(* two trees next to each other *)
Lemma tree_shifted : forall u t x n terms s, tree u t (L_drop x n) terms s ->
  tree u t x (map (fun i => (n + i)%Z) terms) s.
Proof.
  intros u t x n terms s H. induction H as [i|a s b v y A IA B IB N]; [apply (tree_term u t x (n + i))|].
  rewrite map_app. exact (tree_sum u t x _ s _ v y IA IB N).
Qed.

Lemma below_plus : forall n m, (0 <= n)%Z -> (0 <= m)%Z -> below (n + m) =
  below n ++ map (fun i => (n + i)%Z) (below m).
Proof.
  assert (A : forall k j a, map Z.of_nat (seq (k + a) j) = map (fun i => (Z.of_nat k + i)%Z) (map Z.of_nat (seq a j))).
  { intros k j. induction j as [|j IH]; intro a; [reflexivity|]. simpl. f_equal; [lia|]. rewrite plus_n_Sm. apply IH. }
  intros n m N M. unfold below. rewrite Z2Nat.inj_add, seq_app, map_app by assumption. f_equal. simpl.
  assert (B := A (Z.to_nat n) (Z.to_nat m) 0%nat). rewrite Nat.add_0_r, Z2Nat.id in B by exact N. exact B.
Qed.

Lemma tree_joined : forall u t x n m a b s, (1 <= n)%Z -> (1 <= m)%Z -> P_tree_sum u t x n a ->
  P_tree_sum u t (L_drop x n) m b ->
  near_rounded u t (a + b) s -> P_tree_sum u t x (n + m) s.
Proof.
  intros u t x n m a b s N M (p & P & A) (q & Q & B) R. exists (p ++ map (fun i => (n + i)%Z) q). split.
  - rewrite below_plus by lia. apply Permutation_app; [exact P|apply Permutation_map, Q].
  - exact (tree_sum u t x _ a _ b s A (tree_shifted _ _ _ _ _ _ B) R).
Qed.
