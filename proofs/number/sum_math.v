(* sum_math.v - sums of products: the error of any order of summation, and that of the sums in blocks.  With u = 2^-53
   every rounding multiplies by at most 1 + u and adds at most h = 2^-1074 (Higham, Accuracy and Stability of Numerical
   Algorithms, 2nd ed., 3.1 and 4.2). *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded exp_rounding upward_math ball_math.
Open Scope R_scope.

Definition grown (depth : Z) : R := (1 + u) ^ Z.to_nat depth.

Definition summed (depth operations : Z) (exact size computed : R) : Prop :=
  (0 <= depth)%Z /\ (0 <= operations)%Z /\ Rabs exact <= size /\
  Rabs (computed - exact) <= (grown depth - 1) * size + IZR operations * h * grown depth.

Lemma u_small : 0 < u < / 1000.
Proof. unfold u. lra. Qed.

Lemma grown_least : forall d, 1 <= grown d.
Proof. intro d. apply pow_R1_Rle. assert (U := u_small). lra. Qed.

Lemma grown_next : forall d, (0 <= d)%Z -> grown (d + 1) = grown d * (1 + u).
Proof.
  intros d D. unfold grown. replace (Z.to_nat (d + 1)) with (S (Z.to_nat d)) by lia. simpl. ring.
Qed.

Lemma grown_monotone : forall d e, (d <= e)%Z -> grown d <= grown e.
Proof. intros d e H. apply Rle_pow; [assert (U := u_small); lra|lia]. Qed.

Lemma grown_0 : grown 0 = 1.
Proof. reflexivity. Qed.

Lemma grown_1 : grown 1 = 1 + u.
Proof. unfold grown. simpl. ring. Qed.

Lemma summed_nothing : summed 0 0 0 0 0.
Proof.
  unfold summed. rewrite grown_0, Rminus_0_r, Rabs_R0. repeat split; try lia; lra.
Qed.

Lemma summed_deeper : forall d e m n x a s, (d <= e)%Z -> (m <= n)%Z -> summed d m x a s -> summed e n x a s.
Proof.
  intros d e m n x a s D M (D0 & M0 & A & E). repeat split; try lia; [exact A|].
  assert (G := grown_monotone d e D). assert (G1 := grown_least d). assert (H := h_positive).
  assert (X := Rabs_pos x). apply IZR_le in M. apply IZR_le in M0.
  eapply Rle_trans; [exact E|]. apply Rplus_le_compat.
  - apply Rmult_le_compat_r; lra.
  - apply Rmult_le_compat; try lra; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra].
Qed.

(* the exact sum of two evaluations, and one rounding *)
Lemma summed_exact : forall x, summed 0 0 x (Rabs x) x.
Proof.
  intro x. unfold summed. rewrite grown_0. unfold Rminus at 1. rewrite Rplus_opp_r, Rabs_R0.
  repeat split; try lia; lra.
Qed.

Lemma summed_together : forall d m n x y a b s t, summed d m x a s -> summed d n y b t ->
  summed d (m + n) (x + y) (a + b) (s + t).
Proof.
  intros d m n x y a b s t (D & M & A & E) (_ & N & B & F). unfold summed. rewrite plus_IZR.
  repeat split; try lia.
  - eapply Rle_trans; [apply Rabs_triang|lra].
  - replace (s + t - (x + y)) with ((s - x) + (t - y)) by ring. eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

Lemma summed_rounded : forall d m x a s, summed d m x a s -> summed (d + 1) (m + 1) x a (rnd s).
Proof.
  intros d m x a s (D & M & A & E). unfold summed. rewrite grown_next by exact D. rewrite plus_IZR.
  assert (G := grown_least d). assert (U := u_small). assert (H := h_positive).
  split; [lia|]. split; [lia|]. split; [exact A|]. apply IZR_le in M.
  set (g := grown d) in *. set (p := IZR m) in *. clearbody g p.
  assert (R := rnd_near s).
  assert (S1 : Rabs s <= g * a + p * h * g).
  { replace s with ((s - x) + x) by ring. eapply Rle_trans; [apply Rabs_triang|lra]. }
  replace (rnd s - x) with ((rnd s - s) + (s - x)) by ring.
  eapply Rle_trans; [apply Rabs_triang|].
  assert (S2 : u * Rabs s <= u * (g * a + p * h * g)) by (apply Rmult_le_compat_l; lra).
  assert (P1 : h <= h * (g * (1 + u))).
  { rewrite <- (Rmult_1_r h) at 1. apply Rmult_le_compat_l; [lra|].
    rewrite <- (Rmult_1_r 1) at 1. apply Rmult_le_compat; lra. }
  replace ((g * (1 + u) - 1) * a + (p + 1) * h * (g * (1 + u)))
    with (((g - 1) * a + p * h * g) + u * (g * a + p * h * g) + h * (g * (1 + u))) by ring.
  lra.
Qed.

Lemma summed_product : forall x y, summed 1 1 (x * y) (Rabs (x * y)) (rnd (x * y)).
Proof. intros x y. exact (summed_rounded 0 0 _ _ _ (summed_exact (x * y))). Qed.

Lemma summed_join : forall d e m n x y a b s t, summed d m x a s -> summed e n y b t ->
  summed (Z.max d e + 1) (m + n + 1) (x + y) (a + b) (rnd (s + t)).
Proof.
  intros d e m n x y a b s t X Y. apply summed_rounded, summed_together.
  - apply (summed_deeper d _ m m); [lia|lia|exact X].
  - apply (summed_deeper e _ n n); [lia|lia|exact Y].
Qed.

Lemma summed_fused : forall d m x a s p q, summed d m x a s ->
  summed (d + 1) (m + 1) (x + p * q) (a + Rabs (p * q)) (rnd (p * q + s)).
Proof.
  intros d m x a s p q X. rewrite (Rplus_comm (p * q)). apply summed_rounded.
  assert (D : (0 <= d)%Z) by apply X. rewrite <- (Z.add_0_r m). apply summed_together; [exact X|].
  apply (summed_deeper 0 _ 0 _); [exact D|lia|apply summed_exact].
Qed.

(* (1+u)^k (1 - k u) <= 1 *)
Lemma grown_bound : forall n : nat, (1 + u) ^ n * (1 - INR n * u) <= 1.
Proof.
  assert (U := u_small). induction n as [|n IH]; [simpl; lra|].
  rewrite S_INR. simpl.
  replace ((1 + u) * (1 + u) ^ n * (1 - (INR n + 1) * u))
    with ((1 + u) ^ n * (1 - INR n * u) - (1 + u) ^ n * ((INR n + 1) * u * u)) by ring.
  assert (P : 0 <= (1 + u) ^ n * ((INR n + 1) * u * u)).
  { apply Rmult_le_pos; [apply pow_le; lra|]. assert (0 <= INR n) by apply pos_INR.
    apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]. }
  lra.
Qed.

Lemma grown_few : forall n, (0 <= n <= 1073741825)%Z ->
  grown n - 1 <= IZR n * u * (1 + / 1048576) /\ grown n <= 1 + / 4194304.
Proof.
  intros n N. unfold grown.
  assert (B := grown_bound (Z.to_nat n)).
  rewrite INR_IZR_INZ, Z2Nat.id in B by lia.
  assert (I : 0 <= IZR n <= 1073741825) by (split; apply IZR_le; lia).
  set (g := (1 + u) ^ Z.to_nat n) in *. set (k := IZR n) in *. clearbody g k.
  assert (W : 0 <= k * u <= / 8388607) by (unfold u; split; lra).
  set (w := k * u) in *. clearbody w. clear I k.
  assert (G : g <= / (1 - w)).
  { apply (Rmult_le_reg_r (1 - w)); [lra|]. rewrite Rinv_l by lra. exact B. }
  assert (V : / (1 - w) <= 1 + w * (1 + / 1048576)).
  { apply (Rmult_le_reg_r (1 - w)); [lra|]. rewrite Rinv_l by lra. nra. }
  split; lra.
Qed.

Lemma grown_small : forall n, (0 <= n <= 1073741824)%Z ->
  grown (n + 1) - 1 <= IZR (n + 1) * u * (1 + / 1048576) /\ grown (n + 1) <= 1 + / 4194304.
Proof. intros n N. apply grown_few. lia. Qed.

Definition roundings (d : Z) : R := rnd (IZR d * (65537 / 590295810358705651712)).   (* d (1 + 2^-16) 2^-53 *)

Lemma roundings_enough : forall d, (1 <= d <= 1073741825)%Z -> grown d - 1 <= roundings d.
Proof.
  intros d D. assert (G : grown d - 1 <= IZR d * u * (1 + / 1048576)) by (apply grown_few; lia).
  eapply Rle_trans; [exact G|]. unfold roundings. assert (I : 1 <= IZR d) by (apply IZR_le; lia).
  set (k := IZR d) in *. clearbody k. clear G D d.
  assert (Z0 : 0 <= k * (65537 / 590295810358705651712)) by lra.
  assert (L := rnd_low _ Z0). assert (H := least_h). assert (S := least_small). assert (P := h_positive).
  set (r := rnd _) in *. clearbody r. unfold u in *.
  generalize dependent least. generalize dependent h. intros h' L P l H S. lra.
Qed.

Lemma roundings_nonnegative : forall d, (0 <= d)%Z -> 0 <= roundings d.
Proof. intros d D. apply rnd_nonnegative. assert (0 <= IZR d) by (apply IZR_le; lia). lra. Qed.

(* the size of a sum of what is not negative, from the computed sum *)
Lemma size_bound : forall n size magnitude, (0 <= n <= 1073741824)%Z ->
  summed (n + 1) (2 * n) size size magnitude ->
  size <= (magnitude + IZR (8 * n) * h) * (1 + / 2097152).
Proof.
  intros n a m N (_ & _ & A & E). assert (G := grown_small n N). assert (G1 := grown_least (n + 1)).
  assert (A0 : 0 <= a) by (eapply Rle_trans; [apply Rabs_pos|exact A]).
  assert (H := h_positive). rewrite !mult_IZR in *.
  assert (I : 0 <= IZR n) by (apply IZR_le; lia).
  set (g := grown (n + 1)) in *. set (k := IZR n) in *. clearbody g k.
  destruct G as [_ G]. apply Rabs_le_inv in E.
  assert (K : 0 <= k * h) by (apply Rmult_le_pos; lra).
  assert (K2 : 2 * k * h * g <= 4 * (k * h)) by nra.
  assert (D : (g - 1) * a <= / 4194304 * a) by (apply Rmult_le_compat_r; lra).
  set (z := k * h) in *. replace (8 * k * h) with (8 * z) by (unfold z; ring).
  replace (2 * k * h * g) with (2 * z * g) in * by (unfold z; ring). clearbody z. lra.
Qed.

Lemma many_h : forall n, (0 <= n <= 1073741824)%Z -> 0 <= IZR n * h /\ IZR n * h * 1048576 * 1048576 <= least.
Proof.
  intros n N. assert (H := least_h). assert (P := h_positive).
  assert (I : 0 <= IZR n <= 1073741824) by (split; apply IZR_le; lia).
  set (k := IZR n) in *. clearbody k. split; [apply Rmult_le_pos; lra|].
  assert (T : k * h <= 1073741824 * h) by (apply Rmult_le_compat_r; lra).
  generalize dependent least. generalize dependent h. intros h' P T l H. lra.
Qed.

(* ---- sums in blocks: `part` is the sum of the open block, `total` that of the blocks before ---- *)
Definition depth (block n : Z) : Z := (Z.min n block + n / block + 1)%Z.

Definition ends (block n i : Z) : Prop := (Z.rem (i + 1) block = 0)%Z \/ (i + 1 = n)%Z.
Definition closing (block n i : Z) (total part total1 part1 : R) : Prop :=
  (ends block n i -> total1 = rnd (total + part) /\ part1 = 0) /\
  (~ ends block n i -> total1 = total /\ part1 = part).

(* i terms are summed: c blocks and k terms; `more` roundings more in the part, where term i is in it already *)
Definition parts (more block n i : Z) (x a total part : R) : Prop := exists c k x1 a1 x2 a2,
  (0 <= c)%Z /\ (0 <= k < block)%Z /\ (i = block * c + k)%Z /\ x = x1 + x2 /\ a = a1 + a2 /\
  summed (Z.min n block + c) (2 * (block * c)) x1 a1 total /\ summed (k + more) (k + more) x2 a2 part.
Definition opened := parts 0.
Definition filled := parts 1.
Definition closed (block n : Z) (x a total : R) : Prop := summed (depth block n) (2 * n) x a total.
Definition blocked (block n i : Z) (x a total part : R) : Prop :=
  (i < n)%Z /\ opened block n i x a total part \/ i = n /\ closed block n x a total.

Lemma nothing_yet : forall d m, (0 <= d)%Z -> (0 <= m)%Z -> summed d m 0 0 0.
Proof. intros d m D M. apply (summed_deeper 0 _ 0 _); [lia|lia|exact summed_nothing]. Qed.

Lemma blocked_start : forall block n, (1 <= block)%Z -> (0 <= n)%Z -> blocked block n 0 0 0 0 0.
Proof.
  intros block n B N. destruct (Z.eq_dec n 0) as [Z|Z].
  - right. subst n. split; [reflexivity|]. apply nothing_yet; [|lia]. unfold depth. rewrite Z.div_0_l by lia. lia.
  - left. split; [lia|]. exists 0%Z, 0%Z, 0, 0, 0, 0.
    do 5 (split; [first [lia|ring]|]). split; apply nothing_yet; lia.
Qed.

Lemma fill : forall block n i x a total part dx da part1, opened block n i x a total part ->
  (forall k x2 a2, summed k k x2 a2 part -> summed (k + 1) (k + 1) (x2 + dx) (a2 + da) part1) ->
  filled block n i (x + dx) (a + da) total part1.
Proof.
  intros block n i x a total part dx da part1 (c & k & x1 & a1 & x2 & a2 & C & K & I & X & A & T & P) Next.
  exists c, k, x1, a1, (x2 + dx), (a2 + da). rewrite Z.add_0_r in P.
  do 5 (split; [first [lia|lra]|]). split; [exact T|apply Next; exact P].
Qed.

Lemma fill_nothing : forall block n i x a total part, opened block n i x a total part ->
  filled block n i x a total part.
Proof.
  intros block n i x a total part O. rewrite <- (Rplus_0_r x), <- (Rplus_0_r a).
  apply (fill _ _ _ _ _ _ part); [exact O|].
  intros k x2 a2. rewrite !Rplus_0_r. apply summed_deeper; lia.
Qed.

Lemma close : forall block n i x a total part total1 part1, (i < n)%Z ->
  filled block n i x a total part -> closing block n i total part total1 part1 ->
  blocked block n (i + 1) x a total1 part1.
Proof.
  intros block n i x a total part total1 part1 L (c & k & x1 & a1 & x2 & a2 & C & K & I & X & A & T & P) (E & O).
  assert (J := summed_join _ _ _ _ _ _ _ _ _ _ T P). rewrite <- X, <- A in J.
  assert (BC : (0 <= block * c)%Z) by (apply Z.mul_nonneg_nonneg; lia).
  destruct (Z.eq_dec (k + 1) block) as [F|F].
  - assert (Q : (i + 1 = block * (c + 1))%Z) by lia.
    destruct E as (-> & ->). { left. rewrite Q, Z.mul_comm. apply Z.rem_mul. lia. }
    apply (summed_deeper _ (Z.min n block + (c + 1)) _ (2 * (block * (c + 1)))) in J; [|nia|nia].
    destruct (Z.eq_dec (i + 1) n) as [N|N]; [right; split; [exact N|]|left; split; [lia|]].
    + assert (D : (n / block = c + 1)%Z) by (rewrite <- N, Q, Z.mul_comm; apply Z.div_mul; lia).
      revert J. apply summed_deeper; unfold depth; [rewrite D; lia|lia].
    + exists (c + 1)%Z, 0%Z, x, a, 0, 0. do 5 (split; [first [lia|ring]|]).
      split; [exact J|apply nothing_yet; lia].
  - destruct (Z.eq_dec (i + 1) n) as [N|N].
    + destruct E as (-> & ->); [right; exact N|]. right. split; [exact N|].
      assert (D : (n / block = c)%Z) by (symmetry; apply (Z.div_unique n block c (k + 1)); lia).
      revert J. apply summed_deeper; unfold depth; [rewrite D; lia|lia].
    + destruct O as (-> & ->).
      { intros [M|M]; [|lia]. rewrite Z.rem_mod_nonneg, I in M by lia.
        replace (block * c + k + 1)%Z with (k + 1 + c * block)%Z in M by ring.
        rewrite Z.mod_add, Z.mod_small in M by lia. lia. }
      left. split; [lia|]. exists c, (k + 1)%Z, x1, a1, x2, a2. rewrite Z.add_0_r.
      do 5 (split; [first [lia|assumption]|]). split; [exact T|exact P].
Qed.

Lemma closed_near : forall block n x a total, (0 <= n <= 1073741824)%Z -> (1 <= depth block n <= 1073741825)%Z ->
  closed block n x a total -> Rabs (x - total) <= roundings (depth block n) * a + least / 16.
Proof.
  intros block n x a t N D (_ & _ & A & E). assert (G := roundings_enough _ D).
  assert (A0 : 0 <= a) by (eapply Rle_trans; [apply Rabs_pos|exact A]).
  assert (G2 : grown (depth block n) <= 1 + / 4194304) by (apply grown_few; lia).
  assert (G1 := grown_least (depth block n)). destruct (many_h n N) as [Z0 Z1].
  set (g := grown _) in *. set (r := roundings _) in *. clearbody g r. rewrite Rabs_minus_sym.
  assert (T1 : (g - 1) * a <= r * a) by (apply Rmult_le_compat_r; assumption).
  rewrite mult_IZR in E. replace (2 * IZR n * h * g) with (2 * (IZR n * h) * g) in E by ring.
  set (z := IZR n * h) in *. clearbody z. assert (T2 : 2 * z * g <= 4 * z) by nra.
  generalize dependent least. intros l Z1. lra.
Qed.

(* ---- the loop of a dot product; xx and yy are the sums of squares of its two vectors ---- *)
Definition dotted (n i : Z) (exact xx yy total part : R) : Prop :=
  (0 <= i <= n)%Z /\ 0 <= xx /\ 0 <= yy /\ exists size, size * size <= xx * yy /\ blocked 16 n i exact size total part.

Lemma dotted_none : forall n, (0 <= n)%Z -> dotted n 0 0 0 0 0 0.
Proof.
  intros n N. split; [lia|]. split; [lra|]. split; [lra|]. exists 0. split; [lra|]. apply blocked_start; lia.
Qed.

(* the Cauchy-Schwarz inequality, one term more *)
Lemma cauchy_schwarz : forall xx yy a x y, 0 <= xx -> 0 <= yy -> a * a <= xx * yy ->
  (a + Rabs (x * y)) * (a + Rabs (x * y)) <= (xx + x * x) * (yy + y * y).
Proof.
  intros xx yy a x y X Y A. set (z := Rabs (x * y)).
  assert (Z : z * z = (x * x) * (y * y)).
  { unfold z. rewrite <- Rabs_mult, Rabs_pos_eq; [ring|].
    replace (x * y * (x * y)) with (Rsqr (x * y)) by (unfold Rsqr; ring).
    apply Rle_0_sqr. }
  assert (P := Rle_0_sqr x). assert (Q := Rle_0_sqr y). unfold Rsqr in P, Q.
  set (p := x * x) in *. set (q := y * y) in *. clearbody p q z.
  assert (S : 2 * (a * z) <= xx * q + yy * p).
  { apply Rsqr_incr_0_var.
    - unfold Rsqr. replace (2 * (a * z) * (2 * (a * z))) with (4 * ((a * a) * (z * z))) by ring. rewrite Z.
      assert (PQ : 0 <= p * q) by (apply Rmult_le_pos; assumption).
      assert (T : (a * a) * (p * q) <= (xx * yy) * (p * q)) by (apply Rmult_le_compat_r; assumption).
      assert (D := Rle_0_sqr (xx * q - yy * p)). unfold Rsqr in D. lra.
    - assert (0 <= xx * q) by (apply Rmult_le_pos; assumption).
      assert (0 <= yy * p) by (apply Rmult_le_pos; assumption). lra. }
  lra.
Qed.

Lemma dotted_next : forall n i exact xx yy x y total part total1 part1, (i < n)%Z ->
  dotted n i exact xx yy total part -> closing 16 n i total (rnd (x * y + part)) total1 part1 ->
  dotted n (i + 1) (exact + x * y) (xx + x * x) (yy + y * y) total1 part1.
Proof.
  intros n i e xx yy x y t p t1 p1 L (I & X & Y & size & S & B) C.
  assert (P := Rle_0_sqr x). assert (Q := Rle_0_sqr y). unfold Rsqr in P, Q.
  split; [lia|]. split; [lra|]. split; [lra|]. exists (size + Rabs (x * y)).
  split; [apply cauchy_schwarz; assumption|]. destruct B as [(_ & B)|(N & _)]; [|lia].
  eapply close; [exact L| |exact C]. apply (fill _ _ _ _ _ _ p); [exact B|]. intros. apply summed_fused. assumption.
Qed.

Lemma root_below : forall e p q x y, 0 <= p -> 0 <= q -> 0 <= x -> 0 <= y -> x <= p * p -> y <= q * q ->
  e * e <= x * y -> e <= p * q.
Proof.
  intros e p q x y P Q X Y XP YQ E. apply Rsqr_incr_0_var; [|apply Rmult_le_pos; assumption].
  unfold Rsqr. replace (p * q * (p * q)) with ((p * p) * (q * q)) by ring.
  eapply Rle_trans; [exact E|]. apply Rmult_le_compat; assumption.
Qed.

Lemma dotted_within : forall n exact xx yy p q total part, (0 <= n <= 1073741824)%Z ->
  dotted n n exact xx yy total part -> 0 <= p -> 0 <= q -> xx <= p * p -> yy <= q * q ->
  0 <= roundings (depth 16 n) /\ Rabs (exact - total) <= roundings (depth 16 n) * (p * q) + least / 16.
Proof.
  intros n e xx yy p q t part N (_ & X & Y & size & S & B) P Q XP YQ.
  destruct B as [(B & _)|(_ & B)]; [lia|].
  assert (D : (1 <= depth 16 n <= 1073741825)%Z) by (unfold depth; Z.div_mod_to_equations; lia).
  assert (E := closed_near _ _ _ _ _ N D B). assert (R0 := roundings_nonnegative _ (ltac:(lia) : (0 <= depth 16 n)%Z)).
  split; [exact R0|]. assert (Z := root_below _ _ _ _ _ P Q X Y XP YQ S).
  assert (T : roundings (depth 16 n) * size <= roundings (depth 16 n) * (p * q))
    by (apply Rmult_le_compat_l; assumption).
  lra.
Qed.

Lemma dotted_near : forall n exact xx yy p q total part, (0 <= n <= 1073741824)%Z ->
  dotted n n exact xx yy total part -> 0 <= p -> 0 <= q -> xx <= p * p -> yy <= q * q ->
  Rabs (exact - total) <= upward (rnd (upward (rnd (roundings (depth 16 n) * p)) * q)).
Proof.
  intros n e xx yy p q t part N D P Q XP YQ.
  destruct (dotted_within _ _ _ _ _ _ _ _ N D P Q XP YQ) as (R0 & E).
  set (r := roundings _) in *. clearbody r. clear D.
  assert (RP : 0 <= r * p) by (apply Rmult_le_pos; assumption).
  assert (U1 := up_bounds _ RP). set (r1 := upward (rnd (r * p))) in *. clearbody r1.
  assert (RQ : 0 <= r1 * q) by (apply Rmult_le_pos; lra).
  assert (U2 := up_strong _ RQ). set (r2 := upward _) in *. clearbody r2.
  assert (T2 : (r * p) * q <= r1 * q) by (apply Rmult_le_compat_r; assumption).
  assert (US := u_small). assert (T3 : 0 <= r1 * q * u) by (apply Rmult_le_pos; lra).
  assert (L : 0 < least) by apply bpow_gt_0. generalize dependent least. intros. lra.
Qed.

(* The same of vectors of balls, whose exact product is within `moved` of that of the middles. *)
Lemma moved_near : forall n exact middle xx yy p w q v total part, (0 <= n <= 1073741824)%Z ->
  dotted n n middle xx yy total part -> 0 <= p -> 0 <= w -> 0 <= q -> 0 <= v -> xx <= p * p -> yy <= q * q ->
  Rabs (exact - middle) <= p * v + w * q + w * v ->
  Rabs (exact - total) <= upward (rnd (
    rnd (upward (rnd (upward (rnd (roundings (depth 16 n) * p)) + w)) * q) + rnd (upward (rnd (p + w)) * v))).
Proof.
  intros n e m xx yy p w q v t part N D P W Q V XP YQ M.
  destruct (dotted_within _ _ _ _ _ _ _ _ N D P Q XP YQ) as (R0 & E).
  set (r := roundings _) in *. clearbody r. clear D.
  assert (RP : 0 <= r * p) by (apply Rmult_le_pos; assumption).
  assert (U1 := up_bounds _ RP). set (r1 := upward (rnd (r * p))) in *. clearbody r1.
  assert (A0 : 0 <= r1 + w) by lra.
  assert (A1 := up_bounds _ A0). set (a := upward (rnd (r1 + w))) in *. clearbody a.
  assert (B0 : 0 <= p + w) by lra.
  assert (B1 := up_bounds _ B0). set (b := upward (rnd (p + w))) in *. clearbody b.
  assert (AQ : 0 <= a * q) by (apply Rmult_le_pos; lra). assert (BV : 0 <= b * v) by (apply Rmult_le_pos; lra).
  assert (F := rnd_low _ AQ). assert (F0 := rnd_nonnegative _ AQ). set (f := rnd (a * q)) in *. clearbody f.
  assert (G := rnd_low _ BV). assert (G0 := rnd_nonnegative _ BV). set (g := rnd (b * v)) in *. clearbody g.
  assert (S0 : 0 <= f + g) by lra. assert (S := up_strong _ S0). set (s := upward _) in *. clearbody s.
  assert (T1 : (r * p + w) * q <= a * q) by (apply Rmult_le_compat_r; lra).
  assert (T2 : (p + w) * v <= b * v) by (apply Rmult_le_compat_r; lra).
  assert (T : Rabs (e - t) <= Rabs (e - m) + Rabs (m - t)).
  { replace (e - t) with ((e - m) + (m - t)) by ring. apply Rabs_triang. }
  assert (H := least_h). assert (HP := h_positive).
  set (x := a * q) in *. set (y := b * v) in *. clearbody x y.
  assert (Z : r * (p * q) + (p * v + w * q + w * v) <= x + y) by lra.
  clear T1 T2 XP YQ RP U1 R0. set (k := r * (p * q) + (p * v + w * q + w * v)) in *.
  assert (C : Rabs (e - t) <= k + least / 16) by (unfold k; lra). clearbody k.
  unfold u in *. generalize dependent least. generalize dependent h. intros. lra.
Qed.

(* ---- the loop of a weighted sum whose weights are balls ----
   m is the exact sum of the middles times the values, a of the absolute values of these products; g times a covers the
   roundings of the computed sum.  w is what `spread` stands for, without its roundings; those of the shares are covered
   by `slack`. *)
Definition slack (taken : Z) : R := grown taken ^ 4.
Definition covers (i taken : Z) (g x m a w spread open : R) : Prop :=
  0 <= g /\ 0 <= spread /\ summed i i w w spread /\ Rabs (x - m) + g * a <= (w + open) * slack taken.
Definition blended (n i : Z) (g x sum part spread share largest : R) : Prop := (0 <= i <= n)%Z /\ exists m a w,
  (i < n)%Z /\ least <= share /\ 0 <= largest /\ opened 64 n i m a sum part /\
    covers i i g x m a w spread (share * largest) \/
  i = n /\ closed 64 n m a sum /\ covers i i g x m a w spread 0.
Definition pending (n i : Z) (g x sum part spread share largest : R) : Prop := (0 <= i < n)%Z /\ exists m a w,
  least <= share /\ 0 <= largest /\ filled 64 n i m a sum part /\ covers i (i + 1) g x m a w spread (share * largest).

Lemma least_positive : 0 < least.
Proof. apply bpow_gt_0. Qed.

Lemma rnd_least : rnd least = least.
Proof.
  unfold rnd, least. apply round_generic; [auto with typeclass_instances|].
  apply generic_format_bpow. unfold FLT_exp. simpl. lia.
Qed.

Lemma slack_least : forall i, 1 <= slack i.
Proof. intro i. apply pow_R1_Rle, grown_least. Qed.

Lemma slack_next : forall i, (0 <= i)%Z -> slack i * (1 + 4 * u) <= slack (i + 1).
Proof.
  intros i I. assert (S := slack_least i). unfold slack in *. rewrite grown_next, Rpow_mult_distr by exact I.
  apply Rmult_le_compat_l; [lra|]. unfold u. lra.
Qed.

Lemma slack_few : forall n, (0 <= n <= 1073741824)%Z -> slack n <= 1 + / 524288.
Proof.
  intros n N. assert (G := grown_least n). assert (F : grown n <= 1 + / 4194304) by (apply grown_few; lia).
  assert (P := pow_incr _ _ 4 (conj (Rle_trans _ _ _ Rle_0_1 G) F)). unfold slack. lra.
Qed.

Lemma covers_later : forall i d e g x m a w spread open, (0 <= d <= e)%Z -> 0 <= open ->
  covers i d g x m a w spread open -> covers i e g x m a w spread open.
Proof.
  intros i d e g x m a w s open D O (G & E & W & C). do 3 (split; [assumption|]).
  eapply Rle_trans; [exact C|]. assert (W0 : 0 <= w) by (eapply Rle_trans; [apply Rabs_pos|apply W]).
  apply Rmult_le_compat_l; [lra|]. apply pow_incr. split; [assert (L := grown_least d); lra|apply grown_monotone; lia].
Qed.

Lemma blended_none : forall n g, (0 <= n)%Z -> 0 <= g -> blended n 0 g 0 0 0 0 least 0.
Proof.
  intros n g N G. split; [lia|]. exists 0, 0, 0. assert (P := least_positive).
  assert (C : forall open, open = 0 -> covers 0 0 g 0 0 0 0 0 open).
  { intros open ->. split; [exact G|]. split; [lra|]. split; [exact summed_nothing|]. rewrite Rminus_0_r, Rabs_R0.
    lra. }
  destruct (blocked_start 64 n ltac:(lia) N) as [(L & B)|(L & B)]; [left|right].
  - do 4 (split; [first [exact L|exact B|lra]|]). apply C. ring.
  - split; [exact L|]. split; [exact B|apply C; reflexivity].
Qed.

Lemma blended_skips : forall n i g x sum part spread share largest, (i < n)%Z ->
  blended n i g x sum part spread share largest -> pending n i g x sum part spread share largest.
Proof.
  intros n i g x s p e c l L (I & m & a & w & [(_ & S & B & O & W)|(N & _)]); [|lia].
  split; [lia|]. exists m, a, w. do 2 (split; [assumption|]). split; [apply fill_nothing; exact O|].
  assert (P := least_positive). apply (covers_later _ i); [lia|apply Rmult_le_pos; lra|exact W].
Qed.

(* a share and the coefficient of a weight, rounded both: the share is not small, so underflow is nothing to it *)
Lemma share_grows : forall c t, least <= c -> 0 <= t ->
  let c1 := rnd (c + rnd t) in least <= c1 /\ c + t <= c1 * (1 + 4 * u).
Proof.
  intros c t C T c1. assert (K := rnd_low _ T). assert (K0 := rnd_nonnegative _ T). unfold c1. clear c1.
  set (k := rnd t) in *.
  assert (P := least_positive). assert (S0 : 0 <= c + k) by lra. assert (S := rnd_low _ S0).
  split; [rewrite <- rnd_least; apply rnd_monotone; lra|].
  assert (L := least_h). assert (L0 := h_positive). set (r := rnd (c + k)) in *. clearbody r k.
  generalize dependent least. generalize dependent h. intros. unfold u in *. lra.
Qed.

Lemma blended_takes : forall n i g x mid rad f y sum part spread share largest, (i < n)%Z ->
  blended n i g x sum part spread share largest -> Rabs (f - mid) <= rad ->
  pending n i g (x + f * y) sum (rnd (mid * y + part)) spread (rnd (share + rnd (g * Rabs mid + rad)))
    (Rmax largest (Rabs y)).
Proof.
  intros n i g x mid rad f y s p e c l L (I & m & a & w & [(_ & S & B & O & G & E & W & D)|(N & _)]) F; [|lia].
  assert (R := near_radius _ _ _ F). assert (Y := Rabs_pos y). assert (M := Rabs_pos mid). assert (P := least_positive).
  assert (GM : 0 <= g * Rabs mid) by (apply Rmult_le_pos; assumption).
  destruct (share_grows c (g * Rabs mid + rad) S ltac:(lra)) as (C1 & C). set (c1 := rnd (c + _)) in *. clearbody c1.
  assert (W0 : 0 <= w) by (eapply Rle_trans; [apply Rabs_pos|apply W]).
  assert (L1 := Rmax_l l (Rabs y)). assert (L2 := Rmax_r l (Rabs y)). set (l1 := Rmax l (Rabs y)) in *. clearbody l1.
  split; [lia|]. exists (m + mid * y), (a + Rabs (mid * y)), w.
  split; [exact C1|]. split; [lra|]. split.
  - apply (fill _ _ _ _ _ _ p); [exact O|]. intros. apply summed_fused. assumption.
  - split; [exact G|]. split; [exact E|]. split; [exact W|].
    assert (T : Rabs (x + f * y - (m + mid * y)) <= Rabs (x - m) + rad * Rabs y).
    { replace (x + f * y - (m + mid * y)) with ((x - m) + (f - mid) * y) by ring.
      eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult.
      apply Rplus_le_compat_l, Rmult_le_compat_r; assumption. }
    rewrite Rabs_mult. set (t := g * Rabs mid + rad) in *.
    replace (g * (a + Rabs mid * Rabs y)) with (g * a + (t - rad) * Rabs y) by (unfold t; ring).
    assert (Q := slack_least i). assert (Q1 := slack_next i ltac:(lia)). set (q := slack i) in *. clearbody q.
    assert (T0 : 0 <= t) by (unfold t; lra). clearbody t.
    assert (V1 : c * l <= c * l1) by (apply Rmult_le_compat_l; lra).
    assert (V2 : t * Rabs y <= t * l1) by (apply Rmult_le_compat_l; lra).
    assert (V3 : (c + t) * l1 <= c1 * (1 + 4 * u) * l1) by (apply Rmult_le_compat_r; lra).
    assert (TY : 0 <= t * Rabs y) by (apply Rmult_le_pos; assumption).
    assert (WU : 0 <= w * u) by (apply Rmult_le_pos; [exact W0|unfold u; lra]).
    apply Rle_trans with ((w + c * l) * q + t * Rabs y * q).
    { assert (V : t * Rabs y * 1 <= t * Rabs y * q) by (apply Rmult_le_compat_l; assumption). lra. }
    apply Rle_trans with ((w + c1 * l1) * (1 + 4 * u) * q).
    { rewrite <- Rmult_plus_distr_r. apply Rmult_le_compat_r; lra. }
    rewrite Rmult_assoc, (Rmult_comm (1 + 4 * u)). apply Rmult_le_compat_l; [|exact Q1].
    assert (V : 0 <= c1 * l1) by (apply Rmult_le_pos; lra). lra.
Qed.

(* the end of a group: its share of the radius joins the spread *)
Definition grouping (n i : Z) (spread share largest spread1 share1 largest1 : R) : Prop :=
  (ends 8 n i -> spread1 = rnd (share * largest + spread) /\ share1 = least /\ largest1 = 0) /\
  (~ ends 8 n i -> spread1 = spread /\ share1 = share /\ largest1 = largest).

Lemma ends_decided : forall block n i, ends block n i \/ ~ ends block n i.
Proof.
  intros block n i. unfold ends. destruct (Z.eq_dec (Z.rem (i + 1) block) 0); destruct (Z.eq_dec (i + 1) n); tauto.
Qed.

Lemma group_closes : forall n i d g x m a w spread share largest spread1 share1 largest1, least <= share ->
  0 <= largest ->
  covers i d g x m a w spread (share * largest) -> grouping n i spread share largest spread1 share1 largest1 ->
  exists w1, covers (i + 1) d g x m a w1 spread1 (share1 * largest1) /\ least <= share1 /\ 0 <= largest1 /\
  ((i + 1)%Z = n -> share1 * largest1 = 0).
Proof.
  intros n i d g x m a w e c l e1 c1 l1 C0 L0 (G & E & W & D) (H & O). assert (P := least_positive).
  assert (CL : 0 <= c * l) by (apply Rmult_le_pos; lra).
  destruct (ends_decided 8 n i) as [T|T].
  - destruct (H T) as (-> & -> & ->). exists (w + c * l). rewrite Rmult_0_r.
    split; [|lra]. split; [exact G|]. split; [apply rnd_nonnegative; lra|]. split; [|rewrite Rplus_0_r; exact D].
    assert (S := summed_fused _ _ _ _ _ c l W). rewrite (Rabs_pos_eq _ CL) in S. exact S.
  - destruct (O T) as (-> & -> & ->). exists w.
    split; [|split; [exact C0|split; [exact L0|]]].
    + do 2 (split; [assumption|]). split; [|exact D]. revert W. apply summed_deeper; lia.
    + intro N. exfalso. apply T. right. exact N.
Qed.

Lemma blended_closes : forall n i g x sum part spread share largest sum1 part1 spread1 share1 largest1,
  pending n i g x sum part spread share largest -> closing 64 n i sum part sum1 part1 ->
  grouping n i spread share largest spread1 share1 largest1 ->
  blended n (i + 1) g x sum1 part1 spread1 share1 largest1.
Proof.
  intros n i g x s p e c l s1 p1 e1 c1 l1 (I & m & a & w & C & L & F & W) B H.
  destruct (group_closes _ _ _ _ _ _ _ _ _ _ _ _ _ _ C L W H) as (w1 & W1 & C1 & L1 & Z).
  split; [lia|]. exists m, a, w1.
  destruct (close 64 n i m a s p s1 p1 ltac:(lia) F B) as [(N & O)|(N & O)]; [left|right].
  - do 4 (split; [assumption|]). exact W1.
  - rewrite (Z N) in W1. do 2 (split; [assumption|]). exact W1.
Qed.

Lemma blended_near : forall n x sum part spread share largest, (0 <= n <= 1073741824)%Z ->
  blended n n (roundings (depth 64 n)) x sum part spread share largest ->
  Rabs (x - sum) <= upward (rnd (spread * (65537 / 65536))).
Proof.
  intros n x s p e c l N (_ & m & a & w & [(K & _)|(_ & K & G & E & W & D)]); [lia|].
  assert (DN : (1 <= depth 64 n <= 1073741825)%Z) by (unfold depth; Z.div_mod_to_equations; lia).
  assert (T := closed_near _ _ _ _ _ N DN K). set (g := roundings _) in *. clearbody g. clear DN K.
  apply (summed_deeper n (n + 1) n (2 * n)) in W; [|lia|lia].
  assert (W0 : 0 <= w) by (eapply Rle_trans; [apply Rabs_pos|apply W]).
  assert (B := size_bound _ _ _ N W). destruct (many_h n N) as [Z0 Z1].
  rewrite Rplus_0_r in D. assert (Q := Rmult_le_compat_l w _ _ W0 (slack_few n N)).
  assert (E0 : 0 <= e * (65537 / 65536)) by lra.
  assert (V := up_strong _ E0). assert (U := u_small). assert (EU : 0 <= e * u) by (apply Rmult_le_pos; lra).
  rewrite mult_IZR in B. replace (8 * IZR n * h) with (8 * (IZR n * h)) in B by ring.
  replace (x - s) with ((x - m) + (m - s)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. set (z := IZR n * h) in *. clearbody z. set (r := upward _) in *. clearbody r.
  set (wq := w * slack n) in *. clearbody wq. generalize dependent least. intros l0 Z1 V T. lra.
Qed.
