(* tight_math.v - how wide a ball comes out at most: upper bounds of rounded numbers and of the radii made of them.
   A bound is a multiple of a size of at least 2^-850, so that what underflows disappears in a second 2^-53 of it. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded exp_rounding upward_math ball_math sum_math.
Open Scope R_scope.

Definition ranged (x : R) : Prop := Rabs x <= bpow radix2 1000.
Definition moderate (x : R) : Prop := bpow radix2 (-800) <= x <= bpow radix2 800.
Definition tight (mid rad t size : R) : Prop := Rabs mid <= (1 + t) * size /\ 0 <= rad <= t * size.
Definition accurate (mid rad t size : R) : Prop := Rabs (mid - size) <= t * size /\ 0 <= rad <= t * size.

Lemma power_product : forall a b, bpow radix2 a * bpow radix2 b = bpow radix2 (a + b).
Proof. intros. symmetry. apply bpow_plus. Qed.

(* what moderate sizes give, without powers of two *)
Lemma moderate_bounds : forall x, moderate x -> 0 < x /\ h <= x * u * u * u /\ least <= x * u * u * u /\
  1048576 * x <= bpow radix2 1000.
Proof.
  intros x (L & H).
  assert (P := bpow_gt_0 radix2 (-800)). unfold u.
  assert (U : / 9007199254740992 = bpow radix2 (-53)) by (simpl; lra).
  rewrite U. assert (Q := bpow_gt_0 radix2 (-53)).
  assert (S : bpow radix2 (-959) <= x * bpow radix2 (-53) * bpow radix2 (-53) * bpow radix2 (-53)).
  { change (-959)%Z with (-800 + (-53) + (-53) + (-53))%Z. rewrite !bpow_plus.
    repeat apply Rmult_le_compat_r; lra. }
  repeat split.
  - lra.
  - eapply Rle_trans; [|exact S]. apply bpow_le. lia.
  - eapply Rle_trans; [|exact S]. apply bpow_le. lia.
  - assert (E : 1048576 = bpow radix2 20) by (simpl; lra). rewrite E.
    eapply Rle_trans; [apply Rmult_le_compat_l; [apply bpow_ge_0|exact H]|].
    rewrite power_product. apply bpow_le. lia.
Qed.

(* a rounded number of at most k times a size *)
Lemma rnd_upto : forall x k p, moderate p -> Rabs x <= k * p -> u <= k -> Rabs (rnd x) <= k * (1 + 2 * u) * p.
Proof.
  intros x k p M X K. destruct (moderate_bounds p M) as (P & H & _).
  assert (N := rnd_near x). assert (T : Rabs (rnd x) <= Rabs (rnd x - x) + Rabs x).
  { replace (rnd x) with (rnd x - x + x) at 1 by ring. apply Rabs_triang. }
  assert (U := u_small). assert (B : h <= u * (k * p)).
  { eapply Rle_trans; [exact H|]. replace (u * (k * p)) with (p * k * u) by ring.
    assert (A : p * u <= p * k) by (apply Rmult_le_compat_l; lra).
    assert (A0 : 0 <= p * u) by (apply Rmult_le_pos; lra).
    assert (C : p * u * u <= p * k * u) by (apply Rmult_le_compat_r; lra).
    assert (C0 : 0 <= p * u * u) by (apply Rmult_le_pos; lra).
    eapply Rle_trans; [|exact C]. rewrite <- (Rmult_1_r (p * u * u)) at 2. apply Rmult_le_compat_l; lra. }
  assert (D : u * Rabs x <= u * (k * p)) by (apply Rmult_le_compat_l; lra).
  replace (k * (1 + 2 * u) * p) with (k * p + u * (k * p) + u * (k * p)) by ring. lra.
Qed.

Lemma rnd_positive_upto : forall x k p, moderate p -> 0 <= x <= k * p -> u <= k -> 0 <= rnd x <= k * (1 + 2 * u) * p.
Proof.
  intros x k p M (L & X) K. assert (N := rnd_nonnegative x L). split; [exact N|].
  rewrite <- (Rabs_pos_eq (rnd x)) by exact N. apply rnd_upto; try assumption. rewrite Rabs_pos_eq; assumption.
Qed.

Lemma above_exact : above = 1 + 8 * u.
Proof. unfold above, u. lra. Qed.

Lemma upward_upto : forall x k p, moderate p -> 0 <= x <= k * p -> u <= k ->
  0 <= upward x <= k * (1 + 14 * u) * p.
Proof.
  intros x k p M (L & X) K. assert (U := u_small). destruct (moderate_bounds p M) as (P & _ & H & _).
  assert (A : 0 <= x * above <= k * (1 + 8 * u) * p).
  { rewrite above_exact. split; [apply Rmult_le_pos; lra|].
    replace (k * (1 + 8 * u) * p) with (k * p * (1 + 8 * u)) by ring. apply Rmult_le_compat_r; lra. }
  assert (K1 : u <= k * (1 + 8 * u)) by nra.
  destruct (rnd_positive_upto _ _ _ M A K1) as (B0 & B). unfold upward. set (y := rnd (x * above)) in *. clearbody y.
  assert (V : p * u * u * u <= u * k * p).
  { replace (p * u * u * u) with (u * p * (u * u)) by ring. replace (u * k * p) with (u * p * k) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. nra. }
  assert (PL := bpow_gt_0 radix2 (-1000)). fold least in PL.
  assert (C : 0 <= y + least <= k * (1 + 8 * u) * (1 + 2 * u) * p + u * k * p) by lra.
  replace (k * (1 + 8 * u) * (1 + 2 * u) * p + u * k * p) with (k * ((1 + 8 * u) * (1 + 2 * u) + u) * p) in C by ring.
  assert (K2 : u <= k * ((1 + 8 * u) * (1 + 2 * u) + u)).
  { apply Rle_trans with (k * 1); [lra|]. apply Rmult_le_compat_l; [lra|]. unfold u; lra. }
  destruct (rnd_positive_upto _ _ _ M C K2) as (D0 & D). split; [exact D0|]. eapply Rle_trans; [exact D|].
  apply Rmult_le_compat_r; [lra|]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. unfold u. lra.
Qed.

Lemma ranged_upto : forall x k p, moderate p -> k <= 1048576 -> Rabs x <= k * p -> ranged x.
Proof.
  intros x k p M K X. destruct (moderate_bounds p M) as (P & _ & _ & B). unfold ranged.
  eapply Rle_trans; [exact X|]. eapply Rle_trans; [|exact B]. apply Rmult_le_compat_r; lra.
Qed.

Lemma ranged_rounded : forall x, Rabs x <= bpow radix2 1000 -> ranged (rnd x).
Proof. intros x X. apply rnd_bounded; [lia|exact X]. Qed.

Lemma product_upto : forall a b k l x y, 0 <= x -> 0 <= y -> Rabs a <= k * x -> Rabs b <= l * y ->
  Rabs (a * b) <= k * l * (x * y).
Proof.
  intros a b k l x y X Y A B. rewrite Rabs_mult. replace (k * l * (x * y)) with (k * x * (l * y)) by ring.
  apply Rmult_le_compat; try apply Rabs_pos; assumption.
Qed.

Lemma positive_upto : forall x k, 0 <= x <= k -> Rabs x <= k.
Proof. intros x k X. rewrite Rabs_pos_eq; apply X. Qed.

(* one widening around a rounded middle: `moved` at most m times, the middle at most k times the size *)
Lemma around_tight : forall mid moved k m t p, moderate p -> 1 <= k <= 1024 -> 0 <= m <= 1024 ->
  Rabs mid <= k * p -> 0 <= moved <= m * p ->
  (m + k * u * (1 + 2 * u) + u) * (1 + 2 * u) * (1 + 14 * u) <= t -> k <= 1 + t ->
  ranged (rnd (Rabs mid * u)) /\ ranged (rnd (moved + rnd (Rabs mid * u))) /\
  tight mid (upward (rnd (moved + rnd (Rabs mid * u)))) t p.
Proof.
  intros mid moved k m t p M K N A B T1 T2. destruct (moderate_bounds p M) as (P & _). assert (U := u_small).
  assert (A0 := Rabs_pos mid).
  assert (R : 0 <= Rabs mid * u <= k * u * p).
  { split; [apply Rmult_le_pos; lra|]. replace (k * u * p) with (k * p * u) by ring. apply Rmult_le_compat_r; lra. }
  assert (K1 : u <= k * u) by nra.
  destruct (rnd_positive_upto _ _ _ M R K1) as (S0 & S). set (r := rnd (Rabs mid * u)) in *. clearbody r.
  assert (C : 0 <= moved + r <= (m + k * u * (1 + 2 * u) + u) * p).
  { split; [lra|]. replace ((m + k * u * (1 + 2 * u) + u) * p) with (m * p + k * u * (1 + 2 * u) * p + u * p) by ring.
    assert (0 <= u * p) by (apply Rmult_le_pos; lra). lra. }
  assert (K2 : u <= m + k * u * (1 + 2 * u) + u).
  { assert (0 <= k * u * (1 + 2 * u)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]). lra. }
  destruct (rnd_positive_upto _ _ _ M C K2) as (D0 & D).
  assert (K3 : u <= (m + k * u * (1 + 2 * u) + u) * (1 + 2 * u)) by nra.
  destruct (upward_upto _ _ _ M (conj D0 D) K3) as (E0 & E).
  assert (KU : k * u * (1 + 2 * u) <= 1) by (unfold u; lra).
  split; [|split; [|split]].
  - apply (ranged_upto _ (k * u * (1 + 2 * u)) p M); [lra|]. apply positive_upto. split; assumption.
  - apply (ranged_upto _ ((m + k * u * (1 + 2 * u) + u) * (1 + 2 * u)) p M); [unfold u in *; lra|].
    apply positive_upto. split; assumption.
  - eapply Rle_trans; [exact A|]. apply Rmult_le_compat_r; lra.
  - split; [exact E0|]. eapply Rle_trans; [exact E|]. apply Rmult_le_compat_r; [lra|exact T1].
Qed.

(* ---- products ---- *)
Lemma product_tight : forall a r b q s t x y, 0 <= s <= 1 -> 0 <= t <= 1 -> moderate x -> moderate y ->
  moderate (x * y) ->
  tight a r s x -> tight b q t y ->
  ranged (rnd (a * b)) /\ ranged (rnd (r * Rabs b)) /\ ranged (rnd (Rabs a + r)) /\
  ranged (rnd (rnd (Rabs a + r) * q)) /\ ranged (rnd (rnd (r * Rabs b) + rnd (rnd (Rabs a + r) * q))) /\
  ranged (rnd (Rabs (rnd (a * b)) * u)) /\
  ranged (rnd (rnd (rnd (r * Rabs b) + rnd (rnd (Rabs a + r) * q)) + rnd (Rabs (rnd (a * b)) * u))) /\
  tight (rnd (a * b)) (upward (rnd (rnd (rnd (r * Rabs b) + rnd (rnd (Rabs a + r) * q)) +
    rnd (Rabs (rnd (a * b)) * u))))
        (3 * (s + t) + 16 * u) (x * y).
Proof.
  intros a r b q s t x y S T X Y P (A & R) (B & Q).
  assert (U := u_small). destruct (moderate_bounds x X) as (X0 & _). destruct (moderate_bounds y Y) as (Y0 & _).
  assert (P0 : 0 < x * y) by (apply Rmult_lt_0_compat; assumption).
  assert (ST : 0 <= s * t <= s /\ s * t <= t) by nra. destruct ST as (ST & ST2).
  assert (N1 : Rabs (a * b) <= (1 + s) * (1 + t) * (x * y)) by (apply product_upto; lra).
  assert (K1 : 1 <= (1 + s) * (1 + t)) by nra.
  assert (M1 := rnd_upto _ _ _ P N1 ltac:(lra)).
  assert (N2 : 0 <= r * Rabs b <= (s * (1 + t) + u) * (x * y)).
  { split; [apply Rmult_le_pos; [lra|apply Rabs_pos]|].
    apply Rle_trans with (s * x * ((1 + t) * y)).
    - apply Rmult_le_compat; try apply Rabs_pos; lra.
    - replace ((s * (1 + t) + u) * (x * y)) with (s * x * ((1 + t) * y) + u * (x * y)) by ring.
      assert (0 <= u * (x * y)) by (apply Rmult_le_pos; lra). lra. }
  assert (M2 := rnd_positive_upto _ _ _ P N2 ltac:(nra)).
  assert (N3 : 0 <= Rabs a + r <= (1 + 2 * s) * x) by (assert (Z := Rabs_pos a); lra).
  assert (M3 := rnd_positive_upto _ _ _ X N3 ltac:(lra)).
  set (ar := rnd (Rabs a + r)) in *. clearbody ar.
  assert (N4 : 0 <= ar * q <= ((1 + 2 * s) * (1 + 2 * u) * t + u) * (x * y)).
  { split; [apply Rmult_le_pos; lra|].
    apply Rle_trans with ((1 + 2 * s) * (1 + 2 * u) * x * (t * y)).
    - apply Rmult_le_compat; lra.
    - replace (((1 + 2 * s) * (1 + 2 * u) * t + u) * (x * y)) with ((1 + 2 * s) * (1 + 2 * u) * x * (t * y) +
        u * (x * y)) by ring.
      assert (0 <= u * (x * y)) by (apply Rmult_le_pos; lra). lra. }
  assert (K4 : 0 <= (1 + 2 * s) * (1 + 2 * u) * t) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra).
  assert (M4 := rnd_positive_upto _ _ _ P N4 ltac:(lra)).
  set (f := rnd (r * Rabs b)) in *. set (g := rnd (ar * q)) in *. clearbody f g.
  assert (N5 : 0 <= f + g <= ((s * (1 + t) + u) * (1 + 2 * u) + ((1 + 2 * s) * (1 + 2 * u) * t + u) * (1 + 2 * u)) *
    (x * y)) by lra.
  assert (K5 : u <= (s * (1 + t) + u) * (1 + 2 * u) + ((1 + 2 * s) * (1 + 2 * u) * t + u) * (1 + 2 * u)) by nra.
  assert (M5 := rnd_positive_upto _ _ _ P N5 K5).
  set (moved := rnd (f + g)) in *. set (mid := rnd (a * b)) in *. clearbody moved mid.
  set (km := ((s * (1 + t) + u) * (1 + 2 * u) + ((1 + 2 * s) * (1 + 2 * u) * t + u) * (1 + 2 * u)) * (1 + 2 * u)) in *.
  set (kk := (1 + s) * (1 + t) * (1 + 2 * u)) in *.
  assert (B1 : 1 <= kk <= 1024) by (unfold kk; unfold u in *; nra).
  assert (B2 : 0 <= km <= 1024) by (unfold km; unfold u in *; split; nra).
  destruct (around_tight mid moved kk km (3 * (s + t) + 16 * u) _ P B1 B2 M1 M5) as (G1 & G2 & G3).
  - unfold kk, km. unfold u. lra.
  - unfold kk. unfold u. lra.
  - repeat match goal with |- ranged _ /\ _ => split end; try assumption.
    + apply (ranged_upto _ kk _ P); [lra|exact M1].
    + apply (ranged_upto _ ((s * (1 + t) + u) * (1 + 2 * u)) _ P); [|exact (positive_upto _ _ M2)]. unfold u. lra.
    + apply (ranged_upto _ ((1 + 2 * s) * (1 + 2 * u)) _ X); [|exact (positive_upto _ _ M3)]. unfold u. lra.
    + apply (ranged_upto _ (((1 + 2 * s) * (1 + 2 * u) * t + u) * (1 + 2 * u)) _ P); [|exact (positive_upto _ _ M4)].
      unfold u. lra.
    + apply (ranged_upto _ km _ P); [lra|exact (positive_upto _ _ M5)].
Qed.

(* ---- quotients ---- *)
Lemma rnd_from : forall x k p, moderate p -> k * p <= x -> u <= k -> k * (1 - 2 * u) * p <= rnd x.
Proof.
  intros x k p M X K. destruct (moderate_bounds p M) as (P & H & _). assert (U := u_small).
  assert (X0 : 0 <= x) by (assert (0 <= k * p) by (apply Rmult_le_pos; lra); lra).
  assert (L := rnd_low x X0).
  assert (B : h <= u * (k * p)).
  { eapply Rle_trans; [exact H|]. replace (p * u * u * u) with (u * (u * p) * u) by ring.
    replace (u * (k * p)) with (u * (k * p) * 1) by ring.
    apply Rmult_le_compat; try lra.
    - apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra].
    - apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; lra. }
  assert (S : k * p * (1 - u) <= x * (1 - u)) by (apply Rmult_le_compat_r; lra).
  replace (k * (1 - 2 * u) * p) with (k * p * (1 - u) - u * (k * p)) by ring. lra.
Qed.

Lemma downward_from : forall x k p, moderate p -> k * p <= x -> / 2 <= k <= 1 -> k * (1 - 14 * u) * p <= downward x.
Proof.
  intros x k p M X (K & K1). destruct (moderate_bounds p M) as (P & _ & H & _). assert (U := u_small).
  assert (B : below = 1 - 8 * u) by (unfold below, u; lra).
  assert (A : k * (1 - 8 * u) * p <= x * below).
  { rewrite B. replace (k * (1 - 8 * u) * p) with (k * p * (1 - 8 * u)) by ring. apply Rmult_le_compat_r; lra. }
  assert (C := rnd_from _ _ _ M A ltac:(unfold u in *; lra)). unfold downward. set (y := rnd (x * below)) in *.
  clearbody y.
  assert (L : least <= k * u * p).
  { eapply Rle_trans; [exact H|]. replace (p * u * u * u) with (u * u * (u * p)) by ring.
    replace (k * u * p) with (k * (u * p)) by ring. apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|unfold u; lra]. }
  assert (D : (k * (1 - 8 * u) * (1 - 2 * u) - k * u) * p <= y - least) by lra.
  assert (E := rnd_from _ _ _ M D ltac:(unfold u in *; lra)).
  eapply Rle_trans; [|exact E]. apply Rmult_le_compat_r; [lra|].
  replace ((k * (1 - 8 * u) * (1 - 2 * u) - k * u) * (1 - 2 * u)) with
    (k * (((1 - 8 * u) * (1 - 2 * u) - u) * (1 - 2 * u))) by ring.
  apply Rmult_le_compat_l; [lra|unfold u; lra].
Qed.

Lemma sum_up_upto : forall a b k l p, moderate p -> 0 <= a <= k * p -> 0 <= b <= l * p -> u <= k + l ->
  0 <= rnd (a + b) <= (k + l) * (1 + 2 * u) * p /\ 0 <= upward (rnd (a + b)) <= (k + l) * (1 + 18 * u) * p.
Proof.
  intros a b k l p M A B K. destruct (moderate_bounds p M) as (P & _). assert (U := u_small).
  assert (S : 0 <= a + b <= (k + l) * p) by lra.
  assert (R := rnd_positive_upto _ _ _ M S K). split; [exact R|].
  assert (V := upward_upto _ _ _ M R ltac:(nra)). split; [apply V|]. eapply Rle_trans; [apply V|].
  apply Rmult_le_compat_r; [lra|]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|unfold u; lra].
Qed.

Lemma product_up_upto : forall x k p, moderate p -> 0 <= x <= k * p -> u <= k ->
  0 <= rnd x <= k * (1 + 2 * u) * p /\ 0 <= upward (rnd x) <= k * (1 + 18 * u) * p.
Proof. intros x k p M X K. rewrite <- (Rplus_0_r x), <- (Rplus_0_r k). apply sum_up_upto; try assumption; lra. Qed.

Lemma quotient_tight : forall a r b q s t x y, 0 <= s <= 1 -> 0 <= t <= / 8 -> moderate x -> moderate y ->
  moderate (x / y) ->
  tight a r s x -> accurate b q t y ->
  let least := downward (rnd (Rabs b - q)) in let mid := rnd (a / b) in
  let rounding := upward (rnd (Rabs mid * u)) in let ratio := upward (rnd (Rabs mid + rounding)) in
  let numerator := upward (rnd (r + upward (rnd (ratio * q)))) in
  b <> 0 /\ ranged (rnd (Rabs b - q)) /\ 0 < least /\ ranged mid /\ ranged (rnd (Rabs mid * u)) /\
  ranged (rnd (Rabs mid + rounding)) /\ ranged (rnd (ratio * q)) /\ ranged (rnd (r + upward (rnd (ratio * q)))) /\
  ranged (rnd (numerator / least)) /\ ranged (rnd (upward (rnd (numerator / least)) + rounding)) /\
  tight mid (upward (rnd (upward (rnd (numerator / least)) + rounding))) (4 * (s + t) + 128 * u) (x / y).
Proof.
  intros a r b q s t x y S T X Y P (A & R) (B & Q) least mid rounding ratio numerator.
  assert (U := u_small). destruct (moderate_bounds x X) as (X0 & _). destruct (moderate_bounds y Y) as (Y0 & _).
  assert (P0 : 0 < x / y) by (apply Rdiv_lt_0_compat; assumption).
  assert (XY : x = x / y * y) by (field; lra). set (p := x / y) in *. clearbody p.
  apply Rabs_le_inv in B.
  assert (B0 : (1 - t) * y <= Rabs b) by (eapply Rle_trans; [|apply Rle_abs]; lra).
  assert (B1 : Rabs b <= (1 + t) * y) by (apply Rabs_le; split; nra).
  assert (YT : 0 <= t * y <= / 8 * y) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
  assert (BP : 0 < Rabs b) by lra.
  assert (D1 : 3 / 4 * y <= Rabs b - q) by lra.
  assert (D2 := rnd_from _ _ _ Y D1 ltac:(unfold u in *; lra)).
  assert (D3 : 3 / 4 * (1 - 16 * u) * y <= least).
  { assert (D := downward_from _ _ _ Y D2 ltac:(unfold u; lra)). eapply Rle_trans; [|exact D].
    apply Rmult_le_compat_r; [lra|unfold u; lra]. }
  assert (D4 : 0 <= Rabs b - q <= (1 + t) * y) by lra.
  assert (D5 := rnd_positive_upto _ _ _ Y D4 ltac:(lra)).
  assert (L0 : 0 < least) by (assert (0 < 3 / 4 * (1 - 16 * u) * y) by (apply Rmult_lt_0_compat; [unfold u; lra|lra]);
    lra).
  clearbody least.
  set (m := (1 + s) * (1 + 8 / 7 * t)).
  assert (M1 : 1 <= m <= 3) by (unfold m; nra).
  assert (M2 : Rabs (a / b) <= m * p).
  { unfold Rdiv. rewrite Rabs_mult, Rabs_inv. apply (Rmult_le_reg_r (Rabs b)); [exact BP|].
    rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r.
    apply Rle_trans with (m * p * ((1 - t) * y)).
    - eapply Rle_trans; [exact A|]. rewrite XY.
      replace (m * p * ((1 - t) * y)) with (m * (1 - t) * (p * y)) by ring.
      apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|]. unfold m.
      rewrite Rmult_assoc. rewrite <- (Rmult_1_r (1 + s)) at 1. apply Rmult_le_compat_l; [lra|nra].
    - apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact B0]. }
  assert (M3 := rnd_upto _ _ _ P M2 ltac:(lra)). fold mid in M3. clearbody mid.
  assert (G1 : 0 <= Rabs mid * u <= m * (1 + 2 * u) * u * p).
  { split; [apply Rmult_le_pos; [apply Rabs_pos|lra]|].
    replace (m * (1 + 2 * u) * u * p) with (m * (1 + 2 * u) * p * u) by ring. apply Rmult_le_compat_r; lra. }
  destruct (product_up_upto _ _ _ P G1 ltac:(nra)) as (G2 & G3). fold rounding in G3. 
  assert (G4 : 0 <= rounding <= 4 * u * p).
  { split; [apply G3|]. eapply Rle_trans; [apply G3|]. apply Rmult_le_compat_r; [lra|].
    replace (m * (1 + 2 * u) * u * (1 + 18 * u)) with (m * ((1 + 2 * u) * u * (1 + 18 * u))) by ring.
    apply Rle_trans with (3 * ((1 + 2 * u) * u * (1 + 18 * u)));
      [apply Rmult_le_compat_r; [unfold u|]; lra|unfold u; lra]. }
  assert (RM : 0 <= Rabs mid <= m * (1 + 2 * u) * p) by (split; [apply Rabs_pos|exact M3]).
  destruct (sum_up_upto _ _ _ _ _ P RM G4 ltac:(nra)) as (H2 & H3). fold ratio in H3.
  set (c := (m * (1 + 2 * u) + 4 * u) * (1 + 18 * u)) in *.
  assert (C1 : c <= m + 100 * u) by (unfold c, u; lra).
  clear G3. clearbody rounding ratio.
  assert (I1 : 0 <= ratio * q <= ((m + 100 * u) * t + u) * x).
  { split; [apply Rmult_le_pos; lra|]. apply Rle_trans with ((m + 100 * u) * p * (t * y)).
    - apply Rmult_le_compat; try lra. eapply Rle_trans; [apply H3|]. apply Rmult_le_compat_r; lra.
    - replace ((m + 100 * u) * p * (t * y)) with ((m + 100 * u) * t * (p * y)) by ring. rewrite <- XY.
      apply Rmult_le_compat_r; lra. }
  assert (MT : 0 <= m * t <= 3 * t) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
  destruct (product_up_upto _ _ _ X I1) as (I2 & I3); [unfold u in *; lra|].
  set (w := upward (rnd (ratio * q))) in *. clearbody w.
  destruct (sum_up_upto _ _ _ _ _ X R I3) as (J2 & J3); [unfold u in *; lra|]. fold numerator in J3.
  set (n := (s + ((m + 100 * u) * t + u) * (1 + 18 * u)) * (1 + 18 * u)) in *.
  assert (N1 : n <= s + m * t + 60 * u) by (unfold n; unfold u in *; lra).
  clearbody numerator.
  assert (N0 : 0 <= s + m * t) by lra.
  assert (K1 : 0 <= numerator / least <= (s + m * t + 60 * u) * (4 / 3 + 30 * u) * p).
  { split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
    apply (Rmult_le_reg_r least); [exact L0|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r.
    apply Rle_trans with ((s + m * t + 60 * u) * (p * y)).
    - rewrite <- XY. eapply Rle_trans; [apply J3|]. apply Rmult_le_compat_r; lra.
    - apply Rle_trans with ((s + m * t + 60 * u) * (4 / 3 + 30 * u) * p * (3 / 4 * (1 - 16 * u) * y)).
      + replace ((s + m * t + 60 * u) * (4 / 3 + 30 * u) * p * (3 / 4 * (1 - 16 * u) * y))
          with ((s + m * t + 60 * u) * (p * y) * ((4 / 3 + 30 * u) * (3 / 4 * (1 - 16 * u)))) by ring.
        rewrite <- (Rmult_1_r ((s + m * t + 60 * u) * (p * y))) at 1.
        apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]|unfold u; lra].
      + apply Rmult_le_compat_l; [|exact D3]. apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]. }
  destruct (product_up_upto _ _ _ P K1) as (K2 & K3); [unfold u in *; lra|].
  set (v := upward (rnd (numerator / least))) in *. clearbody v.
  destruct (sum_up_upto _ _ _ _ _ P K3 G4) as (V2 & V3); [unfold u in *; lra|].
  assert (ST : 0 <= s * t <= t) by nra. assert (TT : 0 <= t * t <= / 8 * t) by nra.
  assert (STT : 0 <= s * (t * t) <= / 8 * t) by nra.
  assert (MB : s + m * t <= s + 16 / 7 * t) by (unfold m; lra).
  split; [intro Z; rewrite Z, Rabs_R0 in BP; lra|].
  repeat match goal with |- ranged _ /\ _ => split | |- (0 < _) /\ _ => split end; try exact L0.
  - apply (ranged_upto _ _ _ Y) with (2 := positive_upto _ _ D5). unfold u. lra.
  - apply (ranged_upto _ _ _ P) with (2 := M3). unfold u. lra.
  - apply (ranged_upto _ _ _ P) with (2 := positive_upto _ _ G2). unfold u. lra.
  - apply (ranged_upto _ _ _ P) with (2 := positive_upto _ _ H2). unfold u. lra.
  - apply (ranged_upto _ _ _ X) with (2 := positive_upto _ _ I2). unfold u. lra.
  - apply (ranged_upto _ _ _ X) with (2 := positive_upto _ _ J2). unfold u. lra.
  - apply (ranged_upto _ _ _ P) with (2 := positive_upto _ _ K2). unfold u. lra.
  - apply (ranged_upto _ _ _ P) with (2 := positive_upto _ _ V2). unfold u. lra.
  - split.
    + eapply Rle_trans; [exact M3|]. apply Rmult_le_compat_r; [lra|]. unfold m. unfold u. lra.
    + split; [apply V3|]. eapply Rle_trans; [apply V3|]. apply Rmult_le_compat_r; [lra|]. unfold u. lra.
Qed.

(* ---- the limits of binary64 ---- *)
Definition largest : R :=
  179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368.

Lemma in_range_high : forall x, Rabs x <= bpow radix2 1022 -> Rabs x <= largest.
Proof.
  intros x X. eapply Rle_trans; [exact X|]. change (bpow radix2 1022) with (IZR (2 ^ 1022)). unfold largest.
  apply IZR_le.
  vm_compute. discriminate.
Qed.

Lemma ranged_times : forall x k, ranged x -> 0 <= k <= 3 / 2 -> Rabs (rnd (x * k)) <= bpow radix2 1001.
Proof.
  intros x k X K. apply rnd_bounded; [lia|]. rewrite Rabs_mult, (Rabs_pos_eq k) by lra.
  change 1001%Z with (1 + 1000)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
  unfold ranged in X. assert (P := Rabs_pos x). nra.
Qed.

Lemma ranged_moved : forall x k d, ranged x -> 0 <= k <= 3 / 2 -> Rabs d <= least ->
  Rabs (rnd (rnd (x * k) + d)) <= bpow radix2 1001.
Proof.
  intros x k d X K D. apply rnd_bounded; [lia|].
  assert (E : bpow radix2 1001 = 2 * bpow radix2 1000) by (change 1001%Z with (1 + 1000)%Z; rewrite bpow_plus;
    reflexivity).
  assert (S : Rabs (rnd (x * k)) <= 3 / 2 * bpow radix2 1000).
  { replace (3 / 2 * bpow radix2 1000) with (rnd (3 / 2 * bpow radix2 1000)).
    - assert (A : Rabs (x * k) <= 3 / 2 * bpow radix2 1000).
      { rewrite Rabs_mult, (Rabs_pos_eq k) by lra. unfold ranged in X. assert (P := Rabs_pos x). nra. }
      apply Rabs_le_inv in A. destruct A as (A & B). apply rnd_monotone in A, B. apply Rabs_le. split; [|exact B].
      eapply Rle_trans; [|exact A]. right. unfold rnd. rewrite round_NE_opp. reflexivity.
    - apply rnd_exact. replace (3 / 2 * bpow radix2 1000) with (IZR 3 * bpow radix2 999).
      + apply binary64_dyadic; lia.
      + change 1000%Z with (1 + 999)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  assert (L : least <= / 2 * bpow radix2 1000).
  { change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia. }
  eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Lemma in_range : forall x, Rabs x <= bpow radix2 1001 -> Rabs x <= largest.
Proof. intros x X. apply in_range_high. eapply Rle_trans; [exact X|]. apply bpow_le. lia. Qed.

(* ---- weakening ---- *)
Lemma tight_exact : forall x, 0 <= x -> tight x 0 0 x.
Proof. intros x X. unfold tight. rewrite Rabs_pos_eq by exact X. lra. Qed.
Lemma accurate_tight : forall mid rad t size, accurate mid rad t size -> 0 <= size -> tight mid rad t size.
Proof.
  intros mid rad t size (A & R) Z. split; [|exact R]. apply Rabs_le_inv in A. apply Rabs_le. lra.
Qed.
Lemma tight_wider : forall mid rad s t size, tight mid rad s size -> s <= t -> 0 <= size -> tight mid rad t size.
Proof.
  intros mid rad s t size (A & R) S Z. assert (s * size <= t * size) by (apply Rmult_le_compat_r; assumption).
  split; lra.
Qed.
Lemma accurate_wider : forall mid rad s t size, accurate mid rad s size -> s <= t -> 0 <= size ->
  accurate mid rad t size.
Proof.
  intros mid rad s t size (A & R) S Z. assert (s * size <= t * size) by (apply Rmult_le_compat_r; assumption).
  split; lra.
Qed.
