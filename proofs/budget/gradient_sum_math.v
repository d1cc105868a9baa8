(* gradient_sum_math.v - by how much a sum in tiles is off, each of which may be multiplied before they are added. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total operators rounded_sum engine products visible gradient_sum.
From Plumbline.compare Require Import rounded_sum_math sums_math mean_math.
From Plumbline.budget Require Import visible_math products_math.
Open Scope R_scope.

(* ---- sums of tiles ---- *)
Definition in_tile (place : Z -> Z) (b : Z) (f : A_seq) : A_seq := fun j => if (place j =? b)%Z then f j else 0.

Lemma sum_swapped : forall (f : Z -> Z -> R) n m,
  sum_below (fun b => sum_below (fun j => f b j) n) m = sum_below (fun j => sum_below (fun b => f b j) m) n.
Proof.
  intros f n m. unfold sum_below at 2 3. induction (Z.to_nat n) as [|k IH]; simpl.
  - unfold sum_below. induction (Z.to_nat m) as [|i IH]; simpl; [reflexivity|]. rewrite IH. ring.
  - rewrite (sum_plus m), IH. reflexivity.
Qed.

Lemma sum_picked : forall k c n, key n k -> sum_below (fun b => if (k =? b)%Z then c else 0) n = c.
Proof.
  intros k c n (K0 & K1). unfold sum_below.
  assert (A : forall i, total (fun b => if (k =? b)%Z then c else 0) i = if (k <? Z.of_nat i)%Z then c else 0).
  { induction i as [|i IH]; cbn [total].
    - destruct (Z.ltb_spec k (Z.of_nat 0)) as [L|L]; [simpl in L; lia|reflexivity].
    - rewrite IH. destruct (Z.ltb_spec k (Z.of_nat i)), (Z.eqb_spec k (Z.of_nat i)),
        (Z.ltb_spec k (Z.of_nat (S i))); try lia; lra. }
  rewrite A. destruct (Z.ltb_spec k (Z.of_nat (Z.to_nat n))); [reflexivity|lia].
Qed.

Lemma sum_of_tiles : forall place f n r, (forall j, key n j -> (0 <= place j <= r)%Z) ->
  sum_below (fun b => sum_below (in_tile place b f) n) (r + 1) = sum_below f n.
Proof.
  intros place f n r P. unfold in_tile. rewrite (sum_swapped (fun b j => if (place j =? b)%Z then f j else 0)).
  apply sum_same. intros j J. apply (sum_picked (place j) (f j)). specialize (P j J). unfold key. lia.
Qed.

(* ---- one tile ---- *)
Definition tile_relative (p e g : R) : R := compound (compound p e) g.

Lemma compound_positive : forall a b, 0 <= a -> 0 <= b -> 0 <= compound a b.
Proof. intros a b A B. unfold L_compound. assert (0 <= a * b) by (apply Rmult_le_pos; assumption). lra. Qed.

Lemma tile_within : forall u t (x y p w l : A_seq) place b n k s e, P_is_roundings u t ->
  IZR k * u ACCUMULATE < 1 -> 0 <= e ->
  (forall j, key n j -> 0 <= l j /\ Rabs (p j * w j - y j) <= e * Rabs (y j) + l j) ->
  P_terms_summed u t (fun j => if (place j =? b)%Z then p j * w j else 0) n k s ->
  Rabs (s - sum_below (in_tile place b y) n) <=
    compound e (gamma (IZR k) (u ACCUMULATE)) * sum_below (in_tile place b (fun j => Rabs (y j))) n +
    (1 + gamma (IZR k) (u ACCUMULATE)) * (sum_below (in_tile place b l) n + 2 * (IZR k * t ACCUMULATE)).
Proof.
  intros u t x y p w l place b n k s e UT B E N S.
  assert (H : forall j, key n j -> 0 <= in_tile place b l j /\
    Rabs ((if (place j =? b)%Z then p j * w j else 0) - in_tile place b y j) <=
      e * Rabs (in_tile place b y j) + in_tile place b l j).
  { intros j J. unfold in_tile. destruct (place j =? b)%Z; [apply N, J|].
    rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
  assert (W := near_terms_summed u t _ _ _ n k s e UT B E H S).
  replace (sum_below (in_tile place b (fun j => Rabs (y j))) n) with
    (sum_below (fun j => Rabs (in_tile place b y j)) n); [exact W|].
  apply sum_same. intros j _. unfold in_tile. destruct (place j =? b)%Z; [reflexivity|apply Rabs_R0].
Qed.

(* a number x near y, multiplied by c *)
Lemma multiplied_within : forall g h c x y z s a e, 0 <= g -> Rabs y <= s -> Rabs (x - y) <= e * s + a ->
  near_rounded g h (c * x) z -> Rabs (z - c * y) <= Rabs c * (compound e g * s + (1 + g) * a) + h.
Proof.
  unfold near_rounded. intros g h c x y z s a e G S X Z.
  replace (z - c * y) with ((z - c * x) + c * (x - y)) by ring. eapply Rle_trans; [apply Rabs_triang|].
  rewrite Rabs_mult in *. assert (C := Rabs_pos c).
  assert (M : Rabs x <= s + (e * s + a)).
  { replace x with (y + (x - y)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (A1 : Rabs c * Rabs (x - y) <= Rabs c * (e * s + a)) by (apply Rmult_le_compat_l; assumption).
  assert (A2 : g * (Rabs c * Rabs x) <= g * (Rabs c * (s + (e * s + a)))).
  { apply Rmult_le_compat_l; [exact G|]. apply Rmult_le_compat_l; assumption. }
  unfold L_compound. replace (Rabs c * ((e + g + e * g) * s + (1 + g) * a)) with
    (Rabs c * (e * s + a) + g * (Rabs c * (s + (e * s + a)))) by ring. lra.
Qed.

(* what is multiplied is rounded twice; what is not is as it is *)
Definition product_unit (u : A_seq) (has : Z) : R :=
  if (has =? 0)%Z then 0 else compound (u SCORE) (u ACCUMULATE).
Definition product_tiny (u t : A_seq) (has : Z) (c : R) : R :=
  if (has =? 0)%Z then 0 else c * t SCORE * (1 + u ACCUMULATE) + t ACCUMULATE.

Lemma product_positive : forall u t has, P_is_roundings u t -> 0 <= product_unit u has.
Proof.
  intros u t has UT. unfold product_unit. destruct (has =? 0)%Z; [lra|].
  apply compound_positive; apply UT; lia.
Qed.

Lemma tile_multiplied_within : forall u t has c x y, P_is_roundings u t -> (has = 0%Z -> c = 1) ->
  tile_multiplied u t has c x y -> near_rounded (product_unit u has) (product_tiny u t has (Rabs c)) (c * x) y.
Proof.
  intros u t has c x y UT ONE M. unfold product_unit, product_tiny.
  destruct (UT SCORE ltac:(lia)) as (US & TS). destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA).
  destruct M as [(H & s & S & Y)|(H & Y)].
  - apply Z.eqb_neq in H. rewrite H.
    assert (N : near_rounded (u SCORE) (Rabs c * t SCORE) (c * x) (c * s)).
    { unfold near_rounded in *. replace (c * s - c * x) with (c * (s - x)) by ring. rewrite !Rabs_mult.
      replace (u SCORE * (Rabs c * Rabs x) + Rabs c * t SCORE) with (Rabs c * (u SCORE * Rabs x + t SCORE)) by ring.
      apply Rmult_le_compat_l; [apply Rabs_pos|exact S]. }
    exact (compound_rounded _ _ _ _ _ _ _ UA N Y).
  - rewrite (proj2 (Z.eqb_eq _ _) H), ONE, Y by exact H. unfold near_rounded.
    replace (x - 1 * x) with 0 by ring. rewrite Rabs_R0. lra.
Qed.

(* ---- all tiles ---- *)
Definition multiplied_off (r : Z) (c g h part rest terms : R) : R :=
  c * (compound part g * terms + (1 + g) * rest) + IZR (r + 1) * h.
Definition added (u : A_seq) : R := compound (u ACCUMULATE) (u OUTPUT).
Definition added_tiny (u t : A_seq) : R := t ACCUMULATE * (1 + u OUTPUT) + t OUTPUT.
Definition added_off (u t : A_seq) (r : Z) (off size : R) : R :=
  off + gamma (IZR r) (added u) * (size + off) +
  (1 + gamma (IZR r) (added u)) * (2 * (IZR r * added_tiny u t)).

Lemma added_within : forall u t (x y l : A_seq) r depth all s, P_is_roundings u t -> (0 <= r)%Z ->
  IZR r * added u < 1 -> (depth <= r)%Z -> (all <= 2 * r)%Z ->
  P_rescaled_sum (added u) (added_tiny u t) 0 x (fun _ => 1) (r + 1) depth all 0 s ->
  forall off size, (forall b, key (r + 1) b -> Rabs (x b - y b) <= l b) -> sum_below l (r + 1) <= off ->
  sum_below (fun b => Rabs (y b)) (r + 1) <= size ->
  Rabs (s - sum_below y (r + 1)) <= added_off u t r off size.
Proof.
  intros u t x y l r depth all s UT R0 B D A S off size N L SZ.
  destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA). destruct (UT OUTPUT ltac:(lia)) as (UO & TO).
  assert (U : 0 <= added u) by (apply compound_positive; assumption).
  assert (T : 0 <= added_tiny u t).
  { unfold added_tiny. assert (0 <= t ACCUMULATE * (1 + u OUTPUT)) by (apply Rmult_le_pos; lra). lra. }
  assert (UT' : P_is_roundings (fun _ => added u) (fun _ => added_tiny u t)) by (intros i _; split; assumption).
  assert (H : forall j, key (r + 1) j -> 0 <= 0 /\ Rabs (x j - x j) <= 0 * Rabs (x j) + 0).
  { intros j _. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
  assert (W := near_terms_summed _ _ x x (fun _ => 0) (r + 1) r s 0 UT' B (Rle_refl 0) H
    (ex_intro _ depth (ex_intro _ all (conj D (conj A S))))).
  cbv beta in W. rewrite (sum_constant (r + 1) 0) in W by lia.
  assert (E : Rabs (sum_below x (r + 1) - sum_below y (r + 1)) <= off).
  { rewrite <- sum_minus. eapply Rle_trans; [|exact L]. apply sum_absolute, N. }
  assert (M : sum_below (fun b => Rabs (x b)) (r + 1) <= size + off).
  { eapply Rle_trans; [|apply Rplus_le_compat; [exact SZ|exact L]]. rewrite <- sum_plus. apply sum_monotone.
    intros b K. replace (x b) with (y b + (x b - y b)) by ring. eapply Rle_trans; [apply Rabs_triang|].
    apply Rplus_le_compat_l, N, K. }
  assert (RU : 0 <= IZR r * added u) by (apply Rmult_le_pos; [apply (IZR_le 0), R0|exact U]).
  assert (G := gamma_positive (IZR r) (added u) (conj RU B)). set (g := gamma (IZR r) (added u)) in *.
  assert (GM : g * sum_below (fun b => Rabs (x b)) (r + 1) <= g * (size + off))
    by (apply Rmult_le_compat_l; assumption).
  replace (s - sum_below y (r + 1)) with ((s - sum_below x (r + 1)) + (sum_below x (r + 1) - sum_below y (r + 1)))
    by ring.
  eapply Rle_trans; [apply Rabs_triang|]. unfold added_off. fold g.
  unfold L_compound in W. assert (0 <= 2 * (IZR r * added_tiny u t)).
  { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply (IZR_le 0), R0|exact T]. }
  replace ((0 + g + 0 * g) * sum_below (fun j : Z => Rabs (x j)) (r + 1)) with
    (g * sum_below (fun b => Rabs (x b)) (r + 1)) in W by ring.
  replace (IZR (r + 1) * 0 + 2 * (IZR r * added_tiny u t)) with (2 * (IZR r * added_tiny u t)) in W by ring.
  lra.
Qed.

Lemma tiles_near : forall u t has c (p w y l : A_seq) n k r s e, P_is_roundings u t ->
  IZR k * u ACCUMULATE < 1 -> IZR r * added u < 1 -> (0 <= k)%Z -> (0 <= r)%Z -> 0 <= e -> (has = 0%Z -> c = 1) ->
  (forall j, key n j -> 0 <= l j /\ Rabs (p j * w j - y j) <= e * Rabs (y j) + l j) ->
  P_tiles_summed u t has c p w n k r s ->
  let terms := sum_below (fun j => Rabs (y j)) n in
  Rabs (s - c * sum_below y n) <= added_off u t r
    (multiplied_off r (Rabs c) (product_unit u has) (product_tiny u t has (Rabs c))
      (compound e (gamma (IZR k) (u ACCUMULATE)))
      ((1 + gamma (IZR k) (u ACCUMULATE)) * (sum_below l n + IZR (r + 1) * (2 * (IZR k * t ACCUMULATE)))) terms)
    (Rabs c * terms).
Proof.
  intros u t has c p w y l n k r s e UT B BR K R0 E ONE N
    (place & tile & multiplied & depth & all & P & T & D & A & S) terms.
  set (g := gamma (IZR k) (u ACCUMULATE)). set (gp := product_unit u has).
  set (h := product_tiny u t has (Rabs c)).
  set (size := fun b => sum_below (in_tile place b (fun j => Rabs (y j))) n).
  set (rest := fun b => (1 + g) * (sum_below (in_tile place b l) n + 2 * (IZR k * t ACCUMULATE))).
  assert (Y : forall b, Rabs (sum_below (in_tile place b y) n) <= size b).
  { intros b. apply sum_absolute. intros j J. unfold in_tile. destruct (place j =? b)%Z; [lra|]. rewrite Rabs_R0. lra. }
  assert (F : forall b, key (r + 1) b -> Rabs (multiplied b - c * sum_below (in_tile place b y) n) <=
    Rabs c * (compound (compound e g) gp * size b + (1 + gp) * rest b) + h).
  { intros b (B0 & B1). destruct (T b ltac:(lia)) as (TS & M).
    apply (multiplied_within _ _ _ (tile b)); [apply (product_positive u t has UT)|apply Y| |].
    - apply (tile_within u t y y p w l place b n k (tile b) e UT B E N TS).
    - apply tile_multiplied_within; assumption. }
  assert (SY : c * sum_below y n = sum_below (fun b => c * sum_below (in_tile place b y) n) (r + 1)).
  { rewrite (sum_factor (r + 1)), (sum_of_tiles place y n r P). reflexivity. }
  rewrite SY. eapply (added_within u t multiplied _ _ r depth all s UT R0 BR D A S); [exact F| |].
  - right. unfold multiplied_off.
    rewrite (sum_plus (r + 1)), (sum_factor (r + 1)), (sum_plus (r + 1)), !(sum_factor (r + 1)),
      (sum_constant (r + 1)) by lia.
    unfold size, rest. rewrite (sum_of_tiles place (fun j => Rabs (y j)) n r P), (sum_factor (r + 1)),
      (sum_plus (r + 1)), (sum_of_tiles place l n r P), (sum_constant (r + 1)) by lia.
    unfold terms, h. ring.
  - unfold terms. rewrite <- (sum_of_tiles place (fun j => Rabs (y j)) n r P), <- (sum_factor (r + 1)).
    apply sum_monotone. intros b _. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos|apply Y].
Qed.

(* ---- weights and values as they are multiplied ---- *)
(* what a product loses, of a weight that is off by p and q, and of a value that is off by e and f *)
Definition lost_by (p q e f : R) (x v : A_seq) : A_seq := fun j =>
  q * ((1 + e) * Rabs (v j) + f) + (1 + p) * f * Rabs (x j).

Lemma lost_by_summed : forall p q e f x v n, (0 <= n)%Z -> sum_below (lost_by p q e f x v) n =
  q * ((1 + e) * sum_below (fun j => Rabs (v j)) n + IZR n * f) + (1 + p) * f * sum_below (fun j => Rabs (x j)) n.
Proof.
  intros p q e f x v n N. unfold lost_by.
  rewrite (sum_plus n), !sum_factor, (sum_plus n), sum_factor, sum_constant by exact N. reflexivity.
Qed.

Lemma scaled_tiles_within : forall u t has a b c (p w x v : A_seq) n k r s gp hp gw hw, P_is_roundings u t ->
  IZR k * u ACCUMULATE < 1 -> IZR r * added u < 1 -> (0 <= n)%Z -> (0 <= k)%Z -> (0 <= r)%Z -> 0 <= gp -> 0 <= hp ->
  0 <= gw -> 0 <= hw -> (has = 0%Z -> c = 1) ->
  (forall j, key n j -> near_rounded gp hp (b * x j) (p j) /\ near_rounded gw hw (a * v j) (w j)) ->
  P_tiles_summed u t has c p w n k r s ->
  let terms := Rabs a * Rabs b * sum_below (fun j => Rabs (x j * v j)) n in
  let lost := hp * ((1 + gw) * (Rabs a * sum_below (fun j => Rabs (v j)) n) + IZR n * hw) +
    (1 + gp) * hw * (Rabs b * sum_below (fun j => Rabs (x j)) n) in
  Rabs (s - c * (a * b * sum_below (fun j => x j * v j) n)) <= added_off u t r
    (multiplied_off r (Rabs c) (product_unit u has) (product_tiny u t has (Rabs c))
      (compound (compound gp gw) (gamma (IZR k) (u ACCUMULATE)))
      ((1 + gamma (IZR k) (u ACCUMULATE)) * (lost + IZR (r + 1) * (2 * (IZR k * t ACCUMULATE)))) terms)
    (Rabs c * terms).
Proof.
  intros u t has a b c p w x v n k r s gp hp gw hw UT B BR N0 K R0 GP HP GW HW ONE N S terms lost.
  set (y := fun j => b * x j * (a * v j)).
  set (l := lost_by gp hp gw hw (fun j => b * x j) (fun j => a * v j)).
  assert (H : forall j, key n j -> 0 <= l j /\ Rabs (p j * w j - y j) <= compound gp gw * Rabs (y j) + l j).
  { intros j J. destruct (N j J) as (P & W). split; [|exact (product_rounded _ _ _ _ _ _ _ _ GP HP GW HW P W)].
    assert (V := Rabs_pos (a * v j)). assert (X := Rabs_pos (b * x j)). unfold l, lost_by.
    apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; try lra.
    apply Rplus_le_le_0_compat; [apply Rmult_le_pos|]; lra. }
  assert (C := compound_positive gp gw GP GW).
  assert (W := tiles_near u t has c p w y l n k r s _ UT B BR K R0 C ONE H S). cbv zeta in W.
  assert (SY : sum_below y n = a * b * sum_below (fun j => x j * v j) n).
  { rewrite <- sum_factor. apply sum_same. intros j _. unfold y. ring. }
  assert (ST : sum_below (fun j => Rabs (y j)) n = terms).
  { unfold terms. rewrite <- sum_factor. apply sum_same. intros j _. unfold y. rewrite !Rabs_mult. ring. }
  assert (SL : sum_below l n = lost).
  { unfold l, lost. rewrite lost_by_summed by exact N0.
    replace (sum_below (fun j => Rabs (a * v j)) n) with (Rabs a * sum_below (fun j => Rabs (v j)) n);
      [|rewrite <- sum_factor; apply sum_same; intros j _; rewrite Rabs_mult; reflexivity].
    replace (sum_below (fun j => Rabs (b * x j)) n) with (Rabs b * sum_below (fun j => Rabs (x j)) n);
      [|rewrite <- sum_factor; apply sum_same; intros j _; rewrite Rabs_mult; reflexivity]. reflexivity. }
  rewrite SY, ST, SL in W. exact W.
Qed.
