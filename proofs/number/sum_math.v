(* sum_math.v - sums of products: the error of any order of summation, and the radius from the
   computed magnitude.  With u = 2^-53 every rounding multiplies by at most 1 + u and adds at most
   h = 2^-1074 (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 3.1 and 4.2). *)
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

Lemma summed_product : forall x y, summed 1 1 (x * y) (Rabs (x * y)) (rnd (x * y)).
Proof.
  intros x y. unfold summed. rewrite grown_1. assert (N := rnd_near (x * y)). assert (H := h_positive).
  assert (U := u_small). assert (P : 0 <= h * u) by (apply Rmult_le_pos; lra).
  repeat split; try lia; lra.
Qed.

Lemma summed_absolute : forall x y, summed 1 1 (Rabs (x * y)) (Rabs (x * y)) (Rabs (rnd (x * y))).
Proof.
  intros x y. unfold summed. rewrite grown_1. rewrite Rabs_Rabsolu.
  assert (N := rnd_near (x * y)). assert (H := h_positive).
  assert (U := u_small). assert (P : 0 <= h * u) by (apply Rmult_le_pos; lra).
  assert (T := Rabs_triang_inv2 (rnd (x * y)) (x * y)).
  repeat split; try lia; lra.
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

Lemma summed_join : forall d e m n x y a b s t, summed d m x a s -> summed e n y b t ->
  summed (Z.max d e + 1) (m + n + 1) (x + y) (a + b) (rnd (s + t)).
Proof.
  intros d e m n x y a b s t X Y.
  apply (summed_deeper d (Z.max d e) m m) in X; try lia.
  apply (summed_deeper e (Z.max d e) n n) in Y; try lia.
  set (k := Z.max d e) in *.
  destruct X as (K & M0 & A & E). destruct Y as (_ & N0 & B & F).
  unfold summed. rewrite grown_next by exact K. rewrite !plus_IZR.
  assert (G := grown_least k). assert (U := u_small). assert (H := h_positive).
  split; [lia|]. split; [lia|]. apply IZR_le in M0. apply IZR_le in N0.
  set (g := grown k) in *. set (p := IZR m) in *. set (q := IZR n) in *. clearbody g p q k.
  assert (T : Rabs (x + y) <= a + b) by (eapply Rle_trans; [apply Rabs_triang|lra]).
  split; [exact T|].
  assert (R := rnd_near (s + t)).
  assert (S : Rabs (s + t - (x + y)) <= (g - 1) * (a + b) + (p + q) * h * g).
  { replace (s + t - (x + y)) with ((s - x) + (t - y)) by ring.
    eapply Rle_trans; [apply Rabs_triang|lra]. }
  assert (S1 : Rabs (s + t) <= g * (a + b) + (p + q) * h * g).
  { replace (s + t) with ((s + t - (x + y)) + (x + y)) by ring.
    eapply Rle_trans; [apply Rabs_triang|lra]. }
  replace (rnd (s + t) - (x + y)) with ((rnd (s + t) - (s + t)) + (s + t - (x + y))) by ring.
  eapply Rle_trans; [apply Rabs_triang|].
  assert (S2 : u * Rabs (s + t) <= u * (g * (a + b) + (p + q) * h * g)) by (apply Rmult_le_compat_l; lra).
  assert (P1 : h <= h * (g * (1 + u))).
  { rewrite <- (Rmult_1_r h) at 1. apply Rmult_le_compat_l; [lra|].
    rewrite <- (Rmult_1_r 1) at 1. apply Rmult_le_compat; lra. }
  replace ((g * (1 + u) - 1) * (a + b) + (p + q + 1) * h * (g * (1 + u)))
    with (((g - 1) * (a + b) + (p + q) * h * g) + u * (g * (a + b) + (p + q) * h * g) + h * (g * (1 + u))) by ring.
  lra.
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

Lemma grown_small : forall n, (0 <= n <= 1073741824)%Z ->
  grown (n + 1) - 1 <= IZR (n + 1) * u * (1 + / 1048576) /\ grown (n + 1) <= 1 + / 4194304.
Proof.
  intros n N. unfold grown.
  assert (B := grown_bound (Z.to_nat (n + 1))).
  rewrite INR_IZR_INZ, Z2Nat.id in B by lia.
  assert (I : 0 <= IZR (n + 1) <= 1073741825) by (split; apply IZR_le; lia).
  set (g := (1 + u) ^ Z.to_nat (n + 1)) in *. set (k := IZR (n + 1)) in *. clearbody g k.
  assert (W : 0 <= k * u <= / 8388607) by (unfold u; split; lra).
  set (w := k * u) in *. clearbody w. clear I k.
  assert (G : g <= / (1 - w)).
  { apply (Rmult_le_reg_r (1 - w)); [lra|]. rewrite Rinv_l by lra. exact B. }
  assert (V : / (1 - w) <= 1 + w * (1 + / 1048576)).
  { apply (Rmult_le_reg_r (1 - w)); [lra|]. rewrite Rinv_l by lra. nra. }
  split; lra.
Qed.

Definition roundings (n : Z) : R := rnd (IZR (n + 1) * (65537 / 590295810358705651712)).   (* (1 + 2^-16) 2^-53 *)
Definition magnitude_radius (n : Z) (magnitude : R) : R := upward (rnd (roundings n * magnitude)).

Lemma roundings_enough : forall n, (0 <= n <= 1073741824)%Z ->
  IZR (n + 1) * u * (1 + / 131072) <= roundings n.
Proof.
  intros n N. unfold roundings. assert (I : 1 <= IZR (n + 1)) by (apply IZR_le; lia).
  set (k := IZR (n + 1)) in *. clearbody k. clear N n.
  assert (Z0 : 0 <= k * (65537 / 590295810358705651712)) by lra.
  assert (L := rnd_low _ Z0). assert (H := least_h). assert (S := least_small). assert (P := h_positive).
  set (r := rnd _) in *. clearbody r. unfold u in *.
  generalize dependent least. generalize dependent h. intros h' L P l H S. lra.
Qed.

(* the size from the computed magnitude *)
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

Lemma magnitude_radius_suffices : forall n exact size computed magnitude, (0 <= n <= 1073741824)%Z ->
  0 <= magnitude ->
  summed (n + 1) (2 * n) exact size computed -> summed (n + 1) (2 * n) size size magnitude ->
  Rabs (exact - computed) <= magnitude_radius n magnitude.
Proof.
  intros n x a s m N M S A. assert (B := size_bound _ _ _ N A).
  destruct S as (_ & _ & X & E). assert (G := grown_small n N). assert (G1 := grown_least (n + 1)).
  assert (A0 : 0 <= a) by (eapply Rle_trans; [apply Rabs_pos|exact X]).
  destruct (many_h n N) as [Z0 Z1].
  assert (R := roundings_enough n N).
  assert (R0 : 0 <= roundings n * m).
  { apply Rmult_le_pos; [|exact M]. apply rnd_nonnegative. assert (0 <= IZR (n + 1)) by (apply IZR_le; lia). lra. }
  assert (U := up_strong _ R0). unfold magnitude_radius. set (r := upward _) in *. clearbody r.
  assert (R1 : IZR (n + 1) * u * (1 + / 131072) * m <= roundings n * m) by (apply Rmult_le_compat_r; assumption).
  set (c := roundings n) in *. clearbody c.
  assert (W : 0 <= IZR (n + 1) * u <= / 8388607).
  { assert (I : 0 <= IZR (n + 1) <= 1073741825) by (split; apply IZR_le; lia). unfold u. split; lra. }
  set (w := IZR (n + 1) * u) in *. clearbody w.
  rewrite mult_IZR in B. rewrite mult_IZR in E. rewrite Rabs_minus_sym.
  set (g := grown (n + 1)) in *. clearbody g. destruct G as [G G2].
  replace (8 * IZR n * h) with (8 * (IZR n * h)) in B by ring.
  replace (2 * IZR n * h * g) with (2 * (IZR n * h) * g) in E by ring.
  set (z := IZR n * h) in *. clearbody z.
  eapply Rle_trans; [exact E|].
  assert (T1 : (g - 1) * a <= w * (1 + / 1048576) * ((m + 8 * z) * (1 + / 2097152))) by (apply Rmult_le_compat; lra).
  assert (T2 : 2 * z * g <= 4 * z) by nra.
  assert (T3 : w * (1 + / 1048576) * ((m + 8 * z) * (1 + / 2097152)) <= w * (1 + / 131072) * m + 16 * z).
  { assert (W0 : 0 <= w * m) by (apply Rmult_le_pos; lra). assert (W1 : w * z <= / 8388607 * z) by (apply Rmult_le_compat_r; lra).
    set (wm := w * m) in *. set (wz := w * z) in *.
    replace (w * (1 + / 1048576) * ((m + 8 * z) * (1 + / 2097152))) with ((1 + / 1048576) * (1 + / 2097152) * (wm + 8 * wz)) by (unfold wm, wz; ring).
    replace (w * (1 + / 131072) * m) with ((1 + / 131072) * wm) by (unfold wm; ring). clearbody wm wz. lra. }
  assert (U1 := u_small). assert (U2 : 0 <= c * m * u) by (apply Rmult_le_pos; lra).
  generalize dependent least. intros l Z1 U. lra.
Qed.

(* ---- the loop of a dot product ---- *)
Definition accumulated (exact : R) (n : Z) (sum magnitude : R) : Prop :=
  (0 <= n)%Z /\ 0 <= magnitude /\ exists size,
  summed (n + 1) (2 * n) exact size sum /\ summed (n + 1) (2 * n) size size magnitude.
Definition adds (x y sum magnitude new_sum new_magnitude : R) : Prop :=
  new_sum = rnd (sum + rnd (x * y)) /\ new_magnitude = rnd (magnitude + Rabs (rnd (x * y))).

Lemma nothing_yet : summed (0 + 1) (2 * 0) 0 0 0.
Proof. apply (summed_deeper 0 _ 0 _); [lia|lia|exact summed_nothing]. Qed.

Lemma one_more : forall n x a s y b t, (0 <= n)%Z -> summed (n + 1) (2 * n) x a s -> summed 1 1 y b t ->
  summed (n + 1 + 1) (2 * (n + 1)) (x + y) (a + b) (rnd (s + t)).
Proof.
  intros n x a s y b t N X Y. assert (J := summed_join _ _ _ _ _ _ _ _ _ _ X Y).
  revert J. apply summed_deeper; lia.
Qed.

Lemma accumulated_none : accumulated 0 0 0 0.
Proof.
  split; [lia|]. split; [lra|]. exists 0. split; exact nothing_yet.
Qed.

Lemma accumulated_next : forall n exact x y s a s1 a1,
  accumulated exact n s a -> adds x y s a s1 a1 -> accumulated (exact + x * y) (n + 1) s1 a1.
Proof.
  intros n e x y s a s1 a1 (N & A & size & S & M) (-> & ->). split; [lia|]. split.
  - apply rnd_nonnegative. assert (P := Rabs_pos (rnd (x * y))). lra.
  - exists (size + Rabs (x * y)). split.
    + apply one_more; [exact N|exact S|apply summed_product].
    + apply one_more; [exact N|exact M|apply summed_absolute].
Qed.

Lemma accumulated_near : forall n exact s a, (0 <= n <= 1073741824)%Z -> accumulated exact n s a ->
  Rabs (exact - s) <= magnitude_radius n a.
Proof.
  intros n e s a N (_ & A & size & S & M). exact (magnitude_radius_suffices n e size s a N A S M).
Qed.

(* ---- the loop of a weighted sum whose weights are balls ---- *)
Definition blended (exact : R) (n : Z) (sum magnitude spread : R) : Prop :=
  (0 <= n)%Z /\ 0 <= magnitude /\ 0 <= spread /\ exists middle size width,
  summed (n + 1) (2 * n) middle size sum /\ summed (n + 1) (2 * n) size size magnitude /\
  summed (n + 1) (2 * n) width width spread /\ Rabs (exact - middle) <= width.
Definition spreads (r y spread new_spread : R) : Prop := new_spread = rnd (spread + rnd (r * Rabs y)).

Lemma blended_none : blended 0 0 0 0 0.
Proof.
  split; [lia|]. split; [lra|]. split; [lra|]. exists 0, 0, 0.
  rewrite Rminus_0_r, Rabs_R0. split; [exact nothing_yet|]. split; [exact nothing_yet|]. split; [exact nothing_yet|lra].
Qed.

Lemma blended_next : forall n exact x m r y s a e s1 a1 e1,
  blended exact n s a e -> Rabs (x - m) <= r -> adds m y s a s1 a1 -> spreads r y e e1 ->
  blended (exact + x * y) (n + 1) s1 a1 e1.
Proof.
  intros n t x m r y s a e s1 a1 e1 (N & A & E & d & b & w & S & M & W & D) X (-> & ->) ->.
  assert (R := near_radius _ _ _ X). assert (Y := Rabs_pos y).
  assert (RY : 0 <= r * Rabs y) by (apply Rmult_le_pos; assumption).
  split; [lia|]. split; [|split].
  - apply rnd_nonnegative. assert (P := Rabs_pos (rnd (m * y))). lra.
  - apply rnd_nonnegative. assert (P := rnd_nonnegative _ RY). lra.
  - exists (d + m * y), (b + Rabs (m * y)), (w + r * Rabs y). split; [|split; [|split]].
    + apply one_more; [exact N|exact S|apply summed_product].
    + apply one_more; [exact N|exact M|apply summed_absolute].
    + apply one_more; [exact N|exact W|]. assert (P := summed_product r (Rabs y)).
      rewrite (Rabs_pos_eq _ RY) in P. exact P.
    + replace (t + x * y - (d + m * y)) with ((t - d) + (x - m) * y) by ring.
      eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult.
      apply Rplus_le_compat; [exact D|]. apply Rmult_le_compat_r; assumption.
Qed.


Lemma blended_near : forall n exact s a e, (0 <= n <= 1073741824)%Z -> blended exact n s a e ->
  Rabs (exact - s) <= upward (rnd (magnitude_radius n a + upward (rnd (e * (65537 / 65536))))).
Proof.
  intros n t s a e N (_ & A & E & d & b & w & S & M & W & D).
  assert (T := magnitude_radius_suffices n d b s a N A S M).
  assert (B := size_bound _ _ _ N W). destruct (many_h n N) as [Z0 Z1].
  assert (E0 : 0 <= e * (65537 / 65536)) by lra.
  assert (V := up_strong _ E0). assert (U := u_small). assert (EU : 0 <= e * u) by (apply Rmult_le_pos; lra).
  rewrite mult_IZR in B. replace (8 * IZR n * h) with (8 * (IZR n * h)) in B by ring.
  replace (t - s) with ((d - s) + (t - d)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. apply sum_up_covers; try apply Rabs_pos; [exact T|].
  eapply Rle_trans; [exact D|]. set (z := IZR n * h) in *. clearbody z. set (r := upward _) in *. clearbody r.
  generalize dependent least. intros l Z1 V. lra.
Qed.
