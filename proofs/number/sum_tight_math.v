(* sum_tight_math.v - the sums of dot products, norms and totals stay in range, and their radii are small beside the sum
   of sizes.  With each term a sum grows by at most two roundings: (1 + u)^4 covers them. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded exp_rounding upward_math ball_math sum_math tight_math.
Open Scope R_scope.

Definition modest (x : R) : Prop := bpow radix2 (-250) <= x <= bpow radix2 250.

(* i terms of at most `size` are in `total` and `part` *)
Definition gathered (i : Z) (size total part : R) : Prop :=
  (0 <= i)%Z /\ Rabs total + Rabs part <= IZR i * size * grown (4 * i).
Definition norm_within (r : R) (n : Z) (p : R) : Prop := Rabs r <= 1001 / 1000 * (IZR n * p).

Lemma modest_moderate : forall p, modest p -> moderate p.
Proof. intros p (L & H). split; [eapply Rle_trans; [|exact L]|eapply Rle_trans; [exact H|]]; apply bpow_le; lia. Qed.

Lemma modest_product : forall p q, modest p -> modest q -> moderate (p * q).
Proof.
  intros p q (L & H) (M & I). assert (A := bpow_gt_0 radix2 (-250)).
  split.
  - apply Rle_trans with (bpow radix2 (-250) * bpow radix2 (-250)).
    + rewrite power_product. apply bpow_le. lia.
    + apply Rmult_le_compat; lra.
  - apply Rle_trans with (bpow radix2 250 * bpow radix2 250).
    + apply Rmult_le_compat; lra.
    + rewrite power_product. apply bpow_le. lia.
Qed.

Lemma many_times : forall i size, (0 <= i <= 268435456)%Z -> moderate size ->
  IZR i * size * grown (4 * i) + size <= / 4 * bpow radix2 1000.
Proof.
  intros i size I M. destruct (grown_few (4 * i) ltac:(lia)) as (_ & G). assert (G1 := grown_least (4 * i)).
  destruct (moderate_bounds _ M) as (P & _). destruct M as (_ & M).
  assert (K : 0 <= IZR i <= 268435456) by (split; apply IZR_le; lia). set (k := IZR i) in *. set (g := grown _) in *.
  clearbody k g.
  apply Rle_trans with (536870912 * size).
  - assert (A : k * size <= 268435456 * size) by (apply Rmult_le_compat_r; lra).
    assert (A0 : 0 <= k * size) by (apply Rmult_le_pos; lra).
    assert (B : k * size * g <= 268435456 * size * (1 + / 4194304)) by (apply Rmult_le_compat; lra).
    lra.
  - apply Rle_trans with (bpow radix2 29 * bpow radix2 800).
    + apply Rmult_le_compat; try lra. simpl. lra.
    + rewrite power_product. change (/ 4) with (bpow radix2 (-2)). rewrite power_product. apply bpow_le. lia.
Qed.

(* one term more, and two roundings *)
Lemma gathers : forall i size total part, (0 <= i < 268435456)%Z -> moderate size ->
  (Rabs total + Rabs part <= (IZR i * size * grown (4 * i) + size) * (1 + 2 * u) * (1 + 2 * u)) ->
    gathered (i + 1) size total part.
Proof.
  intros i size total part I M T. split; [lia|]. eapply Rle_trans; [exact T|].
  destruct (moderate_bounds _ M) as (P & _). rewrite plus_IZR.
  assert (G1 := grown_least (4 * i)).
  replace (4 * (i + 1))%Z with (4 * i + 1 + 1 + 1 + 1)%Z by ring. rewrite !grown_next by lia.
  assert (K : 0 <= IZR i) by (apply IZR_le; lia). assert (U := u_small).
  set (k := IZR i) in *. set (g := grown (4 * i)) in *. clearbody k g.
  apply Rle_trans with ((k * size * g + size * g) * ((1 + u) * (1 + u) * (1 + u) * (1 + u))).
  - rewrite Rmult_assoc. apply Rmult_le_compat; try lra.
    + apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [apply Rmult_le_pos|]|]; lra.
    + apply Rmult_le_pos; lra.
    + assert (size * 1 <= size * g) by (apply Rmult_le_compat_l; lra). lra.
    + unfold u. lra.
  - right. ring.
Qed.

Lemma rnd_of_gathered : forall x b p, moderate p -> p <= b -> Rabs x <= b -> Rabs (rnd x) <= b * (1 + 2 * u).
Proof.
  intros x b p M B X. destruct (moderate_bounds _ M) as (P & _).
  assert (K : b = b / p * p) by (field; lra). rewrite K in X.
  assert (L : u <= b / p).
  { assert (U := u_small). apply Rle_trans with 1; [lra|]. apply (Rmult_le_reg_r p); [lra|]. rewrite <- K. lra. }
  eapply Rle_trans; [apply (rnd_upto _ _ _ M X L)|]. right. field. lra.
Qed.

Lemma gathered_fused : forall n i p q total part x y total1 part1, (0 <= i < 268435456)%Z -> moderate (p * q) ->
  0 <= p -> 0 <= q ->
  gathered i (p * q) total part -> Rabs x <= p -> Rabs y <= q ->
  Rabs (rnd (x * y + part)) <= bpow radix2 1000 /\ Rabs (rnd (total + rnd (x * y + part))) <= bpow radix2 1000 /\
  (closing 16 n i total (rnd (x * y + part)) total1 part1 -> gathered (i + 1) (p * q) total1 part1).
Proof.
  intros n i p q total part x y total1 part1 I M P0 Q0 (_ & G) X Y.
  assert (B := many_times i _ ltac:(lia) M). destruct (moderate_bounds _ M) as (S & _). assert (U := u_small).
  assert (XY : Rabs (x * y) <= p * q) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption).
  set (size := p * q) in *. set (b := IZR i * size * grown (4 * i)) in *.
  assert (T0 := Rabs_pos total). assert (Q1 := Rabs_pos part).
  assert (A : Rabs (x * y + part) <= b - Rabs total + size) by (eapply Rle_trans; [apply Rabs_triang|lra]).
  assert (A1 : Rabs (rnd (x * y + part)) <= (b - Rabs total + size) * (1 + 2 * u)).
  { apply (rnd_of_gathered _ _ size M); [|exact A]. lra. }
  set (f := rnd (x * y + part)) in *. clearbody f.
  assert (F0 := Rabs_pos f).
  assert (C : Rabs total + Rabs f <= (b + size) * (1 + 2 * u)).
  { assert (Rabs total * 1 <= Rabs total * (1 + 2 * u)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (C0 : 0 <= b + size) by lra.
  assert (C1 : size <= (b + size) * (1 + 2 * u)) by nra.
  assert (D : Rabs (total + f) <= (b + size) * (1 + 2 * u)) by (eapply Rle_trans; [apply Rabs_triang|exact C]).
  assert (E := rnd_of_gathered _ _ _ M C1 D).
  assert (Z0 := bpow_gt_0 radix2 1000).
  assert (F : (b + size) * (1 + 2 * u) * (1 + 2 * u) <= bpow radix2 1000).
  { replace ((b + size) * (1 + 2 * u) * (1 + 2 * u)) with ((b + size) * ((1 + 2 * u) * (1 + 2 * u))) by ring.
    apply Rle_trans with (/ 4 * bpow radix2 1000 * 2); [|lra].
    apply Rmult_le_compat; [lra|apply Rmult_le_pos; lra|exact B|unfold u; lra]. }
  assert (F1 : (b + size) * (1 + 2 * u) <= (b + size) * (1 + 2 * u) * (1 + 2 * u)).
  { rewrite <- (Rmult_1_r ((b + size) * (1 + 2 * u))) at 1. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]. }
  split; [lra|]. split; [lra|].
  intros (Ends & Open). apply gathers; [exact I|exact M|]. fold b.
  destruct (Z.eq_dec (Z.rem (i + 1) 16) 0) as [Z1|Z1].
  - destruct (Ends (or_introl Z1)) as (T1 & P1). subst total1 part1. rewrite Rabs_R0. lra.
  - destruct (Z.eq_dec (i + 1) n) as [Z2|Z2].
    + destruct (Ends (or_intror Z2)) as (T1 & P1). subst total1 part1. rewrite Rabs_R0. lra.
    + destruct (Open ltac:(unfold ends; lia)) as (T1 & P1). subst total1 part1. lra.
Qed.

Lemma gathered_none : forall size, gathered 0 size 0 0.
Proof. intro size. split; [lia|]. rewrite Rabs_R0. lra. Qed.

Lemma gathered_adds : forall i p s x, (0 <= i < 268435456)%Z -> moderate p -> gathered i p s 0 -> Rabs x <= p ->
  Rabs (rnd (s + Rabs x)) <= bpow radix2 1000 /\ gathered (i + 1) p (rnd (s + Rabs x)) 0.
Proof.
  intros i p s x I M (_ & G) X. assert (B := many_times i _ ltac:(lia) M). destruct (moderate_bounds _ M) as (S & _).
  assert (U := u_small).
  rewrite Rabs_R0, Rplus_0_r in G. set (b := IZR i * p * grown (4 * i)) in *. assert (S0 := Rabs_pos s).
  assert (A : Rabs (s + Rabs x) <= b + p) by (eapply Rle_trans; [apply Rabs_triang|rewrite Rabs_Rabsolu; lra]).
  assert (E := rnd_of_gathered _ (b + p) _ M ltac:(lra) A).
  assert (F : (b + p) * (1 + 2 * u) <= (b + p) * (1 + 2 * u) * (1 + 2 * u)).
  { rewrite <- (Rmult_1_r ((b + p) * (1 + 2 * u))) at 1. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]. }
  split.
  - assert (Z0 := bpow_gt_0 radix2 1000). eapply Rle_trans; [exact E|].
    apply Rle_trans with (/ 4 * bpow radix2 1000 * 2); [|lra].
    apply Rmult_le_compat; lra.
  - apply gathers; [exact I|exact M|]. fold b. rewrite Rabs_R0. lra.
Qed.

Lemma upward_size : forall x k p, moderate p -> Rabs x <= k * p -> u <= k -> Rabs (upward x) <= k * (1 + 14 * u) * p.
Proof.
  intros x k p M X K. assert (U := u_small). destruct (moderate_bounds p M) as (P & _ & H & _).
  assert (A : Rabs (x * above) <= k * (1 + 8 * u) * p).
  { rewrite Rabs_mult, above_exact, (Rabs_pos_eq (1 + 8 * u)) by lra.
    replace (k * (1 + 8 * u) * p) with (k * p * (1 + 8 * u)) by ring. apply Rmult_le_compat_r; lra. }
  assert (B := rnd_upto _ _ _ M A ltac:(nra)). unfold upward. set (y := rnd (x * above)) in *. clearbody y.
  assert (PL := bpow_gt_0 radix2 (-1000)). fold least in PL.
  assert (V : p * u * u * u <= u * k * p).
  { replace (p * u * u * u) with (u * p * (u * u)) by ring. replace (u * k * p) with (u * p * k) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. nra. }
  assert (C : Rabs (y + least) <= k * ((1 + 8 * u) * (1 + 2 * u) + u) * p).
  { eapply Rle_trans; [apply Rabs_triang|]. rewrite (Rabs_pos_eq least) by lra. lra. }
  assert (D := rnd_upto _ _ _ M C ltac:(unfold u in *; lra)). eapply Rle_trans; [exact D|].
  apply Rmult_le_compat_r; [lra|]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. unfold u. lra.
Qed.

Lemma size_of_many : forall n p, (0 < n <= 268435456)%Z -> modest p ->
  bpow radix2 (-250) <= IZR n * p <= bpow radix2 278.
Proof.
  intros n p N (L & H). assert (A := bpow_gt_0 radix2 (-250)).
  assert (K : 1 <= IZR n <= 268435456) by (split; apply IZR_le; lia). split.
  - rewrite <- (Rmult_1_l (bpow radix2 (-250))). apply Rmult_le_compat; lra.
  - apply Rle_trans with (bpow radix2 28 * bpow radix2 250).
    + apply Rmult_le_compat; try lra. simpl. lra.
    + rewrite power_product. apply bpow_le. lia.
Qed.

Lemma many_moderate : forall n p, (0 < n <= 268435456)%Z -> modest p -> moderate (IZR n * p).
Proof.
  intros n p N M. destruct (size_of_many n p N M) as (L & H).
  split; [eapply Rle_trans; [|exact L]|eapply Rle_trans; [exact H|]]; apply bpow_le; lia.
Qed.

Lemma gathered_norm : forall n p s, (0 < n <= 268435456)%Z -> modest p -> gathered n p s 0 ->
  ranged (rnd (s * (65537 / 65536))) /\ norm_within (upward (rnd (s * (65537 / 65536)))) n p.
Proof.
  intros n p s N M (_ & G). rewrite Rabs_R0, Rplus_0_r in G.
  assert (MM := many_moderate n p N M). destruct (moderate_bounds _ MM) as (P & _).
  destruct (grown_few (4 * n) ltac:(lia)) as (_ & H). assert (G1 := grown_least (4 * n)).
  unfold norm_within. set (g := grown _) in *. set (size := IZR n * p) in *. clearbody g size.
  assert (A : Rabs (s * (65537 / 65536)) <= g * (65537 / 65536) * size).
  { rewrite Rabs_mult, (Rabs_pos_eq (65537 / 65536)) by lra. nra. }
  assert (B := rnd_upto _ _ _ MM A ltac:(unfold u; lra)). split.
  - apply (ranged_upto _ _ _ MM) with (2 := B). unfold u. lra.
  - assert (C := upward_size _ _ _ MM B ltac:(unfold u; lra)). eapply Rle_trans; [exact C|].
    apply Rmult_le_compat_r; [lra|]. unfold u. lra.
Qed.

Lemma depth_bounds : forall n, (0 < n <= 268435456)%Z -> 2 <= IZR (depth 16 n) <= 16777300.
Proof.
  intros n N. unfold depth. assert (D0 : (0 <= n / 16)%Z) by (apply Z.div_pos; lia).
  assert (D1 : (n / 16 <= 16777216)%Z) by (apply Z.div_le_upper_bound; lia). split; apply IZR_le; lia.
Qed.

Theorem dot_tight : forall n p q total np nq, (0 < n <= 268435456)%Z -> modest p -> modest q ->
  gathered n (p * q) total 0 -> norm_within np n p -> norm_within nq n q -> 0 <= np -> 0 <= nq ->
  let d := depth 16 n in
  ranged (roundings d) /\ ranged (rnd (roundings d * np)) /\ ranged (rnd (upward (rnd (roundings d * np)) * nq)) /\
  tight total (upward (rnd (upward (rnd (roundings d * np)) * nq))) (IZR d * (4 * u)) (IZR n * p * (IZR n * q)).
Proof.
  intros n p q total np nq N P Q (_ & G) A B A0 B0 d. rewrite Rabs_R0, Rplus_0_r in G.
  assert (D := depth_bounds n N). fold d in D. unfold roundings. set (k := IZR d) in *. clearbody k. clear d.
  assert (MP := many_moderate n p N P). assert (MPQ : moderate (IZR n * p * (IZR n * q))).
  { destruct (size_of_many n p N P) as (L1 & H1). destruct (size_of_many n q N Q) as (L2 & H2).
    assert (Z1 := bpow_gt_0 radix2 (-250)). split.
    - apply Rle_trans with (bpow radix2 (-250) * bpow radix2 (-250)).
      + rewrite power_product. apply bpow_le. lia.
      + apply Rmult_le_compat; lra.
    - apply Rle_trans with (bpow radix2 278 * bpow radix2 278).
      + apply Rmult_le_compat; lra.
      + rewrite power_product. apply bpow_le. lia. }
  destruct (grown_few (4 * n) ltac:(lia)) as (_ & H). assert (G1 := grown_least (4 * n)).
  assert (K : 1 <= IZR n) by (apply IZR_le; lia).
  assert (P0 : 0 < p) by (assert (Z1 := bpow_gt_0 radix2 (-250)); destruct P; lra).
  assert (Q0 : 0 < q) by (assert (Z1 := bpow_gt_0 radix2 (-250)); destruct Q; lra).
  unfold norm_within in A, B. set (m := IZR n) in *. set (x := m * p) in *. set (y := m * q) in *.
  assert (X0 : 0 < x) by (apply Rmult_lt_0_compat; lra). assert (Y0 : 0 < y) by (apply Rmult_lt_0_compat; lra).
  assert (GT : Rabs total <= (1 + 8 * u) * (x * y)).
  { eapply Rle_trans; [exact G|].
    assert (PQ : 0 < p * q) by (apply Rmult_lt_0_compat; assumption).
    replace (x * y) with (m * m * (p * q)) by (unfold x, y; ring).
    destruct (Z.eq_dec n 1) as [E|E].
    - assert (H4 : grown (4 * n) <= 1 + 8 * u).
      { rewrite E. change (4 * 1)%Z with (0 + 1 + 1 + 1 + 1)%Z. rewrite !grown_next by lia. rewrite grown_0. unfold u.
        lra. }
      assert (M1 : m = 1) by (unfold m; rewrite E; reflexivity). rewrite M1. clear - PQ H4. nra.
    - assert (K2 : 2 <= m) by (apply IZR_le; lia). clear - PQ H G1 K2. set (g := grown _) in *. clearbody g.
      apply Rle_trans with (m * (p * q) * 2); [apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]|].
      assert (m * (p * q) * 2 <= m * (p * q) * m) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]).
      assert (0 <= u * (m * m * (p * q))) by (apply Rmult_le_pos; [unfold u; lra|apply Rmult_le_pos; [nra|lra]]). lra. }
  clear G. rewrite (Rabs_pos_eq np A0) in A. rewrite (Rabs_pos_eq nq B0) in B. clearbody x y.
  assert (R1 : 0 <= k * (65537 / 590295810358705651712) <= k * u * (1 + / 65536) * 1) by (unfold u; lra).
  assert (M1 : moderate 1) by (change 1 with (bpow radix2 0); split; apply bpow_le; lia).
  assert (R2 := rnd_positive_upto _ _ _ M1 R1 ltac:(unfold u; lra)). set (r := rnd _) in *.
  assert (R3 : 0 <= r <= k * u * (1 + / 60000)) by (unfold u in *; lra).
  clear R2. clearbody r.
  assert (S1 : 0 <= r * np <= k * u * (1 + / 60000) * (1001 / 1000) * x).
  { split; [apply Rmult_le_pos; lra|]. rewrite Rmult_assoc. apply Rmult_le_compat; lra. }
  destruct (product_up_upto _ _ _ MP S1 ltac:(unfold u; lra)) as (S2 & S3).
  set (v := upward _) in *. clearbody v.
  assert (T1 : 0 <= v * nq <= k * u * (1 + / 60000) * (1001 / 1000) * (1 + 18 * u) * (1001 / 1000) * (x * y)).
  { split; [apply Rmult_le_pos; lra|].
    replace (k * u * (1 + / 60000) * (1001 / 1000) * (1 + 18 * u) * (1001 / 1000) * (x * y))
      with (k * u * (1 + / 60000) * (1001 / 1000) * (1 + 18 * u) * x * (1001 / 1000 * y)) by ring.
    apply Rmult_le_compat; lra. }
  destruct (product_up_upto _ _ _ MPQ T1 ltac:(unfold u; lra)) as (T2 & T3).
  split; [|split; [|split; [|split]]].
  - apply (ranged_upto _ 1 _ M1); [lra|]. apply positive_upto. unfold u in *; lra.
  - apply (ranged_upto _ _ _ MP) with (2 := positive_upto _ _ S2). unfold u. lra.
  - apply (ranged_upto _ _ _ MPQ) with (2 := positive_upto _ _ T2). unfold u. lra.
  - eapply Rle_trans; [exact GT|]. apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|]. unfold u; lra.
  - split; [apply T3|]. eapply Rle_trans; [apply T3|]. apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|].
    unfold u; lra.
Qed.
