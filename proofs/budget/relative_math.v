(* relative_math.v - a score that is the sum of two is off by so much. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum engine alibi_computed biased relative.
From Plumbline.compare Require Import rounded_sum_math sums_math score_math.
From Plumbline.budget Require Import row_score_math.
Open Scope R_scope.

(* A model in which scores are not rounded: of score_within_model its score is a product that is not stored yet. *)
Definition unstored (u : A_seq) : A_seq := fun i => if (i =? SCORE)%Z then 0 else u i.

Lemma unstored_roundings : forall u t, P_is_roundings u t -> P_is_roundings (unstored u) (unstored t).
Proof.
  intros u t UT i I. unfold unstored. destruct (i =? SCORE)%Z; [lra|exact (UT i I)].
Qed.

Lemma nothing_rounds : forall x, P_roundings 0 0 2 x x.
Proof.
  intro x. assert (N : rounded_sum.near_rounded 0 0 x x).
  { unfold rounded_sum.near_rounded. replace (x - x) with 0 by ring. rewrite Rabs_R0. lra. }
  change 2%Z with (0 + 1 + 1)%Z. apply roundings_next with x; [|exact N]. apply roundings_next with x; [|exact N].
  apply roundings_none.
Qed.

(* before any store; m, l: as spec/budget/relative.h has them, s: the score *)
Definition unstored_off (u t : A_seq) (n : Z) (alpha larger m l s : R) : R :=
  part_of_magnitude (unstored u) (unstored t) n alpha larger * m
    + part_of_sizes (unstored u) (unstored t) n larger * l + part_of_score (unstored u) * s
    + part_of_nothing (unstored u) (unstored t) n larger.
(* with the stores *)
Definition sized_off (u t : A_seq) (n : Z) (alpha larger m l s : R) : R :=
  part_of_magnitude u t n alpha larger * m + part_of_sizes u t n larger * l + part_of_score u * s
    + part_of_nothing u t n larger.

Lemma stores_add : forall u t n alpha larger m l s,
  let none := unstored_off u t n alpha larger m l s in
  sized_off u t n alpha larger m l s = none + stores u * (none + s)
    + (1 + stores u) * (t SCORE * (amplified (u INPUT) (t INPUT) larger + 2)).
Proof.
  intros u t n alpha larger m l s none. unfold none, sized_off, unstored_off, part_of_magnitude, part_of_sizes,
    part_of_score, part_of_nothing.
  change (product_unit (unstored u) n) with (product_unit u n). change (inputs (unstored u)) with (inputs u).
  change (sum_gamma (unstored u) n) with (sum_gamma u n). change (operand_unit (unstored u)) with (operand_unit u).
  change (operand_tiny (unstored u) (unstored t)) with (operand_tiny u t).
  change (unstored u INPUT) with (u INPUT). change (unstored t INPUT) with (t INPUT).
  change (unstored t PRODUCT) with (t PRODUCT). change (unstored t SCORE) with 0.
  replace (stores (unstored u)) with 0 by (unfold stores, L_compound; change (unstored u SCORE) with 0; ring).
  unfold L_compound. ring.
Qed.

Notation sizes x n := (sum_below (fun i => Rabs (x i)) n).
Notation products x y n := (sum_below (fun i => Rabs (x i) * Rabs (y i)) n).

(* a product that the last part of the scale multiplies *)
Lemma product_within_model : forall u t n scale larger a b c q k y, P_is_roundings u t -> (0 <= n)%Z ->
  (IZR n + 4) * u PRODUCT < 1 -> 1 <= larger -> Rabs scale <= larger -> scale_parts u t scale a b c ->
  product_stored u t a b q k n y -> let s := scale * sum_below (fun i => q i * k i) n in
  let none := unstored_off u t n (Rabs scale) larger (products q k n) (sizes q n + sizes k n) (Rabs s) in
  0 <= none /\ Rabs (c * y - s) <= none + u SCORE * (Rabs s + none)
    + amplified (u INPUT) (t INPUT) larger * t SCORE.
Proof.
  intros u t n scale larger a b c q k y UT N0 S L1 L P (x & z & depth & all & p & O & R & D & A & ST) s none.
  assert (W : Rabs (c * p - s) <= none).
  { assert (V := score_within_model (unstored u) (unstored t) n scale larger q k (c * p)
      (unstored_roundings u t UT) N0 S L1 L). cbv zeta in V. apply V. clear V. exists a, b, c, x, z, depth, all, p, p.
    split; [exact P|]. split; [exact O|]. split; [exact R|]. split; [exact D|]. split; [exact A|].
    split; [|apply nothing_rounds]. unfold rounded_at, rounded_sum.near_rounded. change (unstored u SCORE) with 0.
    change (unstored t SCORE) with 0. replace (p - p) with 0 by ring. rewrite Rabs_R0. lra. }
  split; [eapply Rle_trans; [apply Rabs_pos|exact W]|].
  assert (UI := UT INPUT ltac:(lia)). assert (US := UT SCORE ltac:(lia)).
  destruct (scale_parts_within u t scale a b c larger (proj1 UI) (proj2 UI) L1 L P) as (_ & _ & _ & C1).
  assert (Z : near_rounded (u SCORE) (Rabs c * t SCORE) (c * p) (c * y)).
  { unfold rounded_at, near_rounded in *. replace (c * y - c * p) with (c * (y - p)) by ring. rewrite !Rabs_mult.
    replace (u SCORE * (Rabs c * Rabs p) + Rabs c * t SCORE) with (Rabs c * (u SCORE * Rabs p + t SCORE)) by ring.
    apply Rmult_le_compat_l; [apply Rabs_pos|exact ST]. }
  assert (G := error_grows _ _ _ _ _ _ (proj1 US) W Z).
  assert (H := Rmult_le_compat_r (t SCORE) _ _ (proj2 US) C1). lra.
Qed.

(* by how much both are off, w the sum of the sizes of both scores; and their sum, of size z *)
Definition two_off (u t : A_seq) (n : Z) (alpha larger m l k w : R) : R :=
  sized_off u t n alpha larger m (2 * l + k) w + part_of_nothing u t n larger.
Definition sum_unit (u : A_seq) : R := compound (u EXPONENT) (u SCORE).
Definition sum_tiny (u t : A_seq) : R := t EXPONENT * (1 + u SCORE) + t SCORE.
Definition gained (u t : A_seq) (larger : R) : R :=
  (1 + stores u) * (amplified (u INPUT) (t INPUT) larger * (t EXPONENT + t SCORE)).
Definition apart_off (u t : A_seq) (n : Z) (alpha larger m l k w z : R) : R :=
  let d := two_off u t n alpha larger m l k w in
  d + sum_unit u * (z + d) + (sum_tiny u t + gained u t larger).

Lemma two_is : forall u t n alpha larger m1 m2 l k1 k2 s1 s2,
  two_off u t n alpha larger (m1 + m2) l (k1 + k2) (s1 + s2) =
  sized_off u t n alpha larger m1 (l + k1) s1 + sized_off u t n alpha larger m2 (l + k2) s2.
Proof. intros. unfold two_off, sized_off. ring. Qed.

Lemma rounded_sum_within : forall u t x y a b da db z, P_is_roundings u t -> Rabs (x - a) <= da -> Rabs (y - b) <= db ->
  P_sum_computed u t 0 0 x y z ->
  Rabs (z - (a + b)) <= (da + db) + sum_unit u * (Rabs (a + b) + (da + db)) + sum_tiny u t.
Proof.
  intros u t x y a b da db z UT A B (own & sum & O & S & Z).
  assert (U3 := UT SCORE ltac:(lia)). assert (U4 := UT EXPONENT ltac:(lia)).
  assert (E : own = x + y).
  { unfold rounded_sum.near_rounded in O. assert (P := Rabs_pos (own - (x + y))).
    destruct (Req_dec (own - (x + y)) 0) as [Q|Q]; [lra|]. apply Rabs_pos_lt in Q. lra. }
  subst own. assert (N := compound_rounded _ _ _ _ _ _ _ (proj1 U3) S Z).
  assert (C : 0 <= sum_unit u).
  { unfold sum_unit, L_compound. assert (0 <= u EXPONENT * u SCORE) by (apply Rmult_le_pos; lra). lra. }
  assert (D : Rabs (x + y - (a + b)) <= da + db).
  { replace (x + y - (a + b)) with ((x - a) + (y - b)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (G := error_grows _ _ _ _ _ _ C D N). unfold sum_tiny. lra.
Qed.

Lemma gained_positive : forall u t larger, P_is_roundings u t -> 0 <= larger -> 0 <= gained u t larger.
Proof.
  intros u t larger UT L. assert (U0 := UT INPUT ltac:(lia)). assert (U3 := UT SCORE ltac:(lia)).
  assert (U4 := UT EXPONENT ltac:(lia)). unfold gained, stores, amplified, L_compound.
  repeat first [lra|apply Rmult_le_pos|apply Rplus_le_le_0_compat].
Qed.

Lemma apart_within : forall u t n scale larger q k a y, P_is_roundings u t -> (0 <= n)%Z ->
  (IZR n + 4) * u PRODUCT < 1 -> 1 <= larger -> Rabs scale <= larger -> scaled_apart u t scale q k a n y ->
  let s := scale * sum_below (fun i => q i * k i) n in let r := scale * sum_below (fun i => q i * a i) n in
  Rabs (y - (s + r)) <= apart_off u t n (Rabs scale) larger (products q k n + products q a n) (sizes q n)
    (sizes k n + sizes a n) (Rabs s + Rabs r) (Rabs (s + r)).
Proof.
  intros u t n scale larger q k a y UT N0 N L1 L (p & w & P & W & Y) s r. unfold apart_off. cbv zeta.
  assert (A := score_within_model u t n scale larger q k p UT N0 N L1 L P).
  assert (B := score_within_model u t n scale larger q a w UT N0 N L1 L W). cbv zeta in A, B.
  fold s in A. fold r in B. rewrite two_is. assert (C := rounded_sum_within u t p w s r _ _ y UT A B Y).
  assert (G := gained_positive u t larger UT ltac:(lra)). unfold sized_off. lra.
Qed.

(* the last part of the scale multiplies the sum, not its terms: four roundings, of which those of two terms are more *)
Lemma later_stores : forall v3 v4 t3 t4 h x s z b, 0 <= v3 -> 0 <= v4 -> 0 <= t3 -> 0 <= t4 -> 0 <= h -> z <= s ->
  let st := compound v3 (compound v3 v3) in
  let d := b + st * (b + s) + 2 * ((1 + st) * (t3 * (h + 2))) in
  let x0 := b + v3 * (s + b) + 2 * (h * t3) in
  let x1 := x0 + v4 * (z + x0) + h * t4 in let x2 := x1 + v3 * (z + x1) + h * t3 in
  let x3 := x2 + v3 * (z + x2) + t3 in let x4 := x3 + v3 * (z + x3) + t3 in
  x <= x4 ->
  x <= d + compound v4 v3 * (z + d) + (t4 * (1 + v3) + t3 + (1 + st) * (h * (t4 + t3))).
Proof.
  intros v3 v4 t3 t4 h x s z b V3 V4 T3 T4 H Z st d x0 x1 x2 x3 x4 X. eapply Rle_trans; [exact X|].
  apply Rge_le, Rminus_ge, Rle_ge. set (f := 1 + v3). assert (F : 1 <= f) by (unfold f; lra).
  assert (P : forall a b, 0 <= a -> 0 <= b -> 0 <= a * b) by (intros; apply Rmult_le_pos; assumption).
  assert (F2 : 1 <= f * f) by (assert (1 * 1 <= f * f) by (apply Rmult_le_compat; lra); lra).
  assert (F4 : f * f <= f * f * (f * f))
    by (assert (f * f * 1 <= f * f * (f * f)) by (apply Rmult_le_compat_l; lra); lra).
  assert (FF : f <= f * f) by (assert (f * 1 <= f * f) by (apply Rmult_le_compat_l; lra); lra).
  replace (_ - x4) with ((1 + v4) * f * ((f * f - 1) * (s - z)) + (1 + v4) * f * (2 * (f * f) * ((f - 1) * (h * t3)))
    + (4 * (v4 * (f * f * (f * f))) * t3 + (4 * (f * f * (f * f)) - f - 1) * t3) + f * f * ((f - 1) * (h * t3))
    + (t4 * f + t3)) by (unfold x4, x3, x2, x1, x0, d, st, f, L_compound; ring).
  repeat apply Rplus_le_le_0_compat; repeat first [lra|apply P].
Qed.

Lemma together_within : forall u t n scale larger q k a y, P_is_roundings u t -> (0 <= n)%Z ->
  (IZR n + 4) * u PRODUCT < 1 -> 1 <= larger -> Rabs scale <= larger -> scaled_together u t scale q k a n y ->
  let s := scale * sum_below (fun i => q i * k i) n in let r := scale * sum_below (fun i => q i * a i) n in
  Rabs (y - (s + r)) <= apart_off u t n (Rabs scale) larger (products q k n + products q a n) (sizes q n)
    (sizes k n + sizes a n) (Rabs s + Rabs r) (Rabs (s + r)).
Proof.
  intros u t n scale larger q k a y UT N0 N L1 L (e & f & g & p & w & sum & P & K & A & S & Y) s r.
  assert (U0 := UT INPUT ltac:(lia)). assert (U3 := UT SCORE ltac:(lia)). assert (U4 := UT EXPONENT ltac:(lia)).
  destruct (product_within_model u t n scale larger e f g q k p UT N0 N L1 L P K) as (B1 & D1).
  destruct (product_within_model u t n scale larger e f g q a w UT N0 N L1 L P A) as (B2 & D2). fold s in B1, D1.
  fold r in B2, D2.
  destruct (scale_parts_within u t scale e f g larger (proj1 U0) (proj2 U0) L1 L P) as (_ & _ & _ & G).
  unfold apart_off. cbv zeta. rewrite two_is, !stores_add. cbv zeta.
  set (b1 := unstored_off u t n _ _ (products q k n) _ _) in *.
  set (b2 := unstored_off u t n _ _ (products q a n) _ _) in *.
  set (h := amplified (u INPUT) (t INPUT) larger) in *.
  destruct S as (own & rounded & O & R & S). assert (E : own = p + w).
  { unfold rounded_sum.near_rounded in O. assert (X := Rabs_pos (own - (p + w))).
    destruct (Req_dec (own - (p + w)) 0) as [Q|Q]; [lra|]. apply Rabs_pos_lt in Q. lra. }
  subst own. destruct (two_roundings _ _ _ _ Y) as (y1 & Y1 & Y2).
  assert (scaled : forall v i x z, 0 <= v -> 0 <= i -> near_rounded v i x z ->
    near_rounded v (h * i) (g * x) (g * z)).
  { intros v i x z V I N9. unfold near_rounded in *. replace (g * z - g * x) with (g * (z - x)) by ring.
    rewrite !Rabs_mult. assert (X := Rmult_le_compat_l _ _ _ (Rabs_pos g) N9).
    assert (Rabs g * i <= h * i) by (apply Rmult_le_compat_r; assumption). lra. }
  assert (X0 : Rabs (g * (p + w) - (s + r)) <=
    (b1 + b2) + u SCORE * (Rabs s + Rabs r + (b1 + b2)) + 2 * (h * t SCORE)).
  { replace (g * (p + w) - (s + r)) with ((g * p - s) + (g * w - r)) by ring. eapply Rle_trans; [apply Rabs_triang|].
    lra. }
  assert (X1 := error_grows _ _ _ _ _ _ (proj1 U4) X0 (scaled _ _ _ _ (proj1 U4) (proj2 U4) R)).
  assert (X2 := error_grows _ _ _ _ _ _ (proj1 U3) X1 (scaled _ _ _ _ (proj1 U3) (proj2 U3) S)).
  assert (X3 := error_grows _ _ _ _ _ _ (proj1 U3) X2 Y1). assert (X4 := error_grows _ _ _ _ _ _ (proj1 U3) X3 Y2).
  assert (H0 : 0 <= h) by (eapply Rle_trans; [apply Rabs_pos|exact G]).
  assert (T := later_stores (u SCORE) (u EXPONENT) (t SCORE) (t EXPONENT) h _ (Rabs s + Rabs r) (Rabs (s + r)) (b1 + b2)
    (proj1 U3) (proj1 U4) (proj2 U3) (proj2 U4) H0 (Rabs_triang s r) X4).
  eapply Rle_trans; [exact T|]. right. unfold sum_unit, sum_tiny, gained, stores. fold h. ring.
Qed.

(* an element of a key that is formed *)
Definition formed_unit (u : A_seq) (tensor : R) : R := compound (compound (u INPUT) (u EXPONENT)) tensor.
Definition formed_tiny (u t : A_seq) (unit tiny : R) : R :=
  (2 * t INPUT * (1 + u EXPONENT) + t EXPONENT) * (1 + unit) + tiny.

Lemma formed_within : forall u t k a z, P_is_roundings u t -> element_formed u t k a z ->
  let unit := Rmax (u INPUT) (u OUTPUT) in let tiny := Rmax (t INPUT) (t OUTPUT) in
  0 <= formed_unit u unit /\ 0 <= formed_tiny u t unit tiny /\
  Rabs (z - (k + a)) <= formed_unit u unit * (Rabs k + Rabs a) + formed_tiny u t unit tiny.
Proof.
  intros u t k a z UT (x & r & sum & X & A & S & Z) unit tiny. unfold rounded_at, near_rounded in X, A, S.
  assert (U0 := UT INPUT ltac:(lia)). assert (U4 := UT EXPONENT ltac:(lia)).
  assert (M := conj (Rmax_l (u INPUT) (u OUTPUT)) (Rmax_r (u INPUT) (u OUTPUT))). fold unit in M.
  assert (N := conj (Rmax_l (t INPUT) (t OUTPUT)) (Rmax_r (t INPUT) (t OUTPUT))). fold tiny in N.
  assert (P : forall a b, 0 <= a -> 0 <= b -> 0 <= a * b) by (intros; apply Rmult_le_pos; assumption).
  assert (Z' : near_rounded unit tiny sum z).
  { destruct Z as [Z|Z]; unfold rounded_at, near_rounded in *; (eapply Rle_trans; [exact Z|]);
      apply Rplus_le_compat; try lra; apply Rmult_le_compat_r; try lra; apply Rabs_pos. }
  set (size := Rabs k + Rabs a). assert (size0 : 0 <= size) by (unfold size; assert (X0 := Rabs_pos k);
    assert (X1 := Rabs_pos a); lra).
  assert (T : Rabs (k + a) <= size) by apply Rabs_triang.
  assert (E0 : Rabs (x + r - (k + a)) <= u INPUT * size + 2 * t INPUT).
  { replace (x + r - (k + a)) with ((x - k) + (r - a)) by ring. eapply Rle_trans; [apply Rabs_triang|].
    unfold size. lra. }
  assert (E1 := error_grows _ _ _ _ _ _ (proj1 U4) E0 S).
  assert (unit0 : 0 <= unit) by lra. assert (E2 := error_grows _ _ _ _ _ _ unit0 E1 Z').
  assert (D1 : 0 <= u INPUT * u EXPONENT) by (apply P; lra).
  assert (D2 := Rmult_le_compat_l _ _ _ (proj1 U4) T).
  assert (D3 : unit * (Rabs (k + a) + u EXPONENT * Rabs (k + a)) <= unit * (size + u EXPONENT * size)).
  { apply Rmult_le_compat_l; lra. }
  unfold formed_unit, formed_tiny, L_compound. split; [|split].
  - repeat first [lra|apply P|apply Rplus_le_le_0_compat].
  - repeat first [lra|apply P|apply Rplus_le_le_0_compat].
  - lra.
Qed.

(* What its elements move the product by, and sums of their sizes; e, f: as formed_within has them. *)
Definition formed_size (k a : A_seq) (e f : R) : A_seq :=
  fun c => Rabs (k c) + Rabs (a c) + (e * (Rabs (k c) + Rabs (a c)) + f).

Lemma formed_moves : forall q k a z e f n, (0 <= n)%Z ->
  (forall c, (0 <= c < n)%Z -> Rabs (z c - (k c + a c)) <= e * (Rabs (k c) + Rabs (a c)) + f) ->
  Rabs (sum_below (fun c => q c * z c) n - (sum_below (fun c => q c * k c) n + sum_below (fun c => q c * a c) n)) <=
    e * (products q k n + products q a n) + f * sizes q n.
Proof.
  intros q k a z e f n N H. rewrite <- sum_plus, <- sum_minus, <- sum_plus, <- !sum_factor, <- sum_plus.
  apply sum_absolute. intros c C. specialize (H c C).
  replace (q c * z c - (q c * k c + q c * a c)) with (q c * (z c - (k c + a c))) by ring. rewrite Rabs_mult.
  assert (X := Rmult_le_compat_l _ _ _ (Rabs_pos (q c)) H). lra.
Qed.

Lemma formed_sizes : forall q k a e f n, (0 <= n)%Z ->
  let m := products q k n + products q a n in let l := sizes k n + sizes a n in
  sum_below (fun c => Rabs (q c) * formed_size k a e f c) n = m + (e * m + f * sizes q n) /\
  sum_below (formed_size k a e f) n = l + (e * l + f * IZR n).
Proof.
  intros q k a e f n N m l. unfold m, l, formed_size. split.
  - rewrite (sum_same n _ (fun c => (1 + e) * (Rabs (q c) * Rabs (k c) + Rabs (q c) * Rabs (a c)) + f * Rabs (q c)))
      by (intros; ring). rewrite sum_plus, !sum_factor, sum_plus. ring.
  - rewrite (sum_same n _ (fun c => (1 + e) * (Rabs (k c) + Rabs (a c)) + f)) by (intros; ring).
    rewrite sum_plus, sum_factor, sum_plus, sum_constant by exact N. ring.
Qed.
