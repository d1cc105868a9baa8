(* scaled_dot_tight_math.v - the radius of a score is small beside the scale's size times that of the dot product.
   That product may exceed what is moderate; a 1024th of it does not. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded exp_rounding upward_math ball_math sum_math tight_math sum_tight_math.
From Plumbline.score Require Import scaled_dot_math.
Open Scope R_scope.

Lemma score_moderate : forall n p q s, (0 < n <= 268435456)%Z -> modest p -> modest q -> modest s ->
  moderate (s * (IZR n * p)) /\ moderate (s * (IZR n * p * (IZR n * q)) / 1024) /\
  2 * s * least <= u * (s * (IZR n * p * (IZR n * q)) / 1024).
Proof.
  intros n p q s N P Q S. destruct (size_of_many n p N P) as (L1 & H1). destruct (size_of_many n q N Q) as (L2 & H2).
  set (x := IZR n * p) in *. set (y := IZR n * q) in *. clearbody x y. destruct S as (L & H).
  assert (Z1 := bpow_gt_0 radix2 (-250)).
  assert (XY : bpow radix2 (-500) <= x * y <= bpow radix2 556).
  { split.
    - change (-500)%Z with (-250 + -250)%Z. rewrite bpow_plus. apply Rmult_le_compat; lra.
    - change 556%Z with (278 + 278)%Z. rewrite bpow_plus. apply Rmult_le_compat; lra. }
  assert (Z2 := bpow_gt_0 radix2 (-500)).
  assert (T : / 1024 = bpow radix2 (-10)) by (simpl; lra). assert (Z3 := bpow_gt_0 radix2 (-10)).
  split; [|split].
  - split.
    + apply Rle_trans with (bpow radix2 (-250) * bpow radix2 (-250)).
      * rewrite power_product. apply bpow_le. lia.
      * apply Rmult_le_compat; lra.
    + apply Rle_trans with (bpow radix2 250 * bpow radix2 278).
      * apply Rmult_le_compat; lra.
      * rewrite power_product. apply bpow_le. lia.
  - unfold Rdiv. rewrite T. split.
    + apply Rle_trans with (bpow radix2 (-250) * bpow radix2 (-500) * bpow radix2 (-10)).
      * rewrite !power_product. apply bpow_le. lia.
      * apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat; lra.
    + apply Rle_trans with (bpow radix2 250 * bpow radix2 556 * bpow radix2 (-10)).
      * apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat; lra.
      * rewrite !power_product. apply bpow_le. lia.
  - assert (E : 2 * least <= u * (x * y) * / 1024).
    { apply Rle_trans with (bpow radix2 (-53) * bpow radix2 (-500) * bpow radix2 (-10)).
      - unfold least. change 2 with (bpow radix2 1). rewrite !power_product. apply bpow_le. lia.
      - rewrite T. apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat; try lra.
        + apply bpow_ge_0.
        + unfold u. simpl. lra. }
    replace (2 * s * least) with (s * (2 * least)) by ring.
    replace (u * (s * (x * y) / 1024)) with (s * (u * (x * y) * / 1024)) by field.
    apply Rmult_le_compat_l; lra.
Qed.

(* a total of n products, beside n p n q *)
Lemma gathered_size : forall n p q total, (0 < n <= 268435456)%Z -> 0 < p -> 0 < q -> gathered n (p * q) total 0 ->
  Rabs total <= (1 + 5 * u) * (IZR n * p * (IZR n * q)).
Proof.
  intros n p q total N P Q (_ & G). rewrite Rabs_R0, Rplus_0_r in G. eapply Rle_trans; [exact G|].
  destruct (grown_few (4 * n) ltac:(lia)) as (_ & H). assert (G1 := grown_least (4 * n)).
  assert (PQ : 0 < p * q) by (apply Rmult_lt_0_compat; assumption).
  replace (IZR n * p * (IZR n * q)) with (IZR n * IZR n * (p * q)) by ring.
  destruct (Z.eq_dec n 1) as [E|E].
  - assert (H4 : grown (4 * n) <= 1 + 5 * u).
    { rewrite E. change (4 * 1)%Z with (0 + 1 + 1 + 1 + 1)%Z.
      rewrite !grown_next by lia. rewrite grown_0. unfold u. lra. }
    rewrite E. clear - PQ H4 E. rewrite E in H4. nra.
  - assert (K2 : 2 <= IZR n) by (apply IZR_le; lia). set (m := IZR n) in *. clearbody m.
    clear - PQ H G1 K2. set (g := grown _) in *. clearbody g.
    apply Rle_trans with (m * (p * q) * 2); [apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]|].
    assert (m * (p * q) * 2 <= m * (p * q) * m) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]).
    assert (0 <= u * (m * m * (p * q))) by (apply Rmult_le_pos; [unfold u; lra|apply Rmult_le_pos; [nra|lra]]). lra.
Qed.

Theorem score_tight : forall n p q s t total a b mid rad, (0 < n <= 268435456)%Z -> modest p -> modest q -> modest s ->
  0 <= t <= 1 -> gathered n (p * q) total 0 -> norm_within a n p -> norm_within b n q -> 0 <= a -> 0 <= b ->
  tight mid rad t s ->
  let d := depth 16 n in let size := s * (IZR n * p * (IZR n * q)) in
  let product := upward (rnd (roundings d * Rabs mid)) in
  let reach := upward (rnd (upward (rnd (product + rad)) * a)) in
  let underflow := upward (rnd (Rabs mid * least)) in let m := rnd (mid * total) in
  let inner := rnd (Rabs m * slack + underflow) in let radius := rnd (reach * b + inner) in
  ranged m /\ ranged (roundings d) /\ ranged (rnd (roundings d * Rabs mid)) /\ ranged (rnd (product + rad)) /\
  ranged (rnd (upward (rnd (product + rad)) * a)) /\ ranged (rnd (Rabs mid * least)) /\ ranged inner /\ ranged radius /\
  tight m radius (IZR d * (4 * u) + 2 * t) size.
Proof.
  intros n p q s t total a b mid rad N P Q S T G A B A0 B0 (M & RAD) d size product reach underflow m inner radius.
  assert (U := u_small). assert (D := depth_bounds n N). fold d in D.
  destruct (score_moderate n p q s N P Q S) as (MX & MZ & W). assert (MS := modest_moderate s S).
  assert (P0 : 0 < p) by (assert (Z1 := bpow_gt_0 radix2 (-250)); destruct P; lra).
  assert (Q0 : 0 < q) by (assert (Z1 := bpow_gt_0 radix2 (-250)); destruct Q; lra).
  assert (GT := gathered_size n p q total N P0 Q0 G). clear G.
  destruct (moderate_bounds _ MS) as (S0 & _). destruct (moderate_bounds _ MX) as (SX0 & _).
  destruct (moderate_bounds _ MZ) as (Z0 & _).
  unfold norm_within in A, B. rewrite (Rabs_pos_eq a A0) in A. rewrite (Rabs_pos_eq b B0) in B.
  assert (N0 : 1 <= IZR n) by (apply IZR_le; lia).
  assert (X0 : 0 < IZR n * p) by (apply Rmult_lt_0_compat; lra).
  assert (Y0 : 0 < IZR n * q) by (apply Rmult_lt_0_compat; lra).
  set (x := IZR n * p) in *. set (y := IZR n * q) in *. clearbody x y.
  assert (XY0 : 0 < x * y) by (apply Rmult_lt_0_compat; assumption).
  assert (M0 := Rabs_pos mid).
  (* the roundings *)
  unfold roundings in *. fold d in product, reach. set (k := IZR d) in *. clearbody k.
  assert (R1 : 0 <= k * (65537 / 590295810358705651712) <= k * u * (1 + / 65536) * 1) by (unfold u; lra).
  assert (M1 : moderate 1) by (change 1 with (bpow radix2 0); split; apply bpow_le; lia).
  assert (R2 := rnd_positive_upto _ _ _ M1 R1 ltac:(unfold u; lra)). set (r := rnd (k * _)) in *.
  assert (R3 : 0 <= r <= k * u * (1 + / 60000)) by (unfold u in *; lra).
  clear R1 R2. clearbody r.
  set (ku := k * u) in *.
  assert (KU : 2 * u <= ku <= / 536000000) by (unfold ku, u; lra).
  assert (KE : k * (4 * u) = 4 * ku) by (unfold ku; ring). rewrite KE. clearbody ku. clear KE D.
  (* the reach *)
  assert (F0 : 0 <= r * Rabs mid <= 2 * ku * (1 + / 60000) * s).
  { split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (ku * (1 + / 60000) * (2 * s)).
    - apply Rmult_le_compat; try lra. eapply Rle_trans; [exact M|]. apply Rmult_le_compat_r; lra.
    - right. ring. }
  destruct (product_up_upto _ _ _ MS F0 ltac:(lra)) as (F1 & F2). fold product in F2.
  assert (F3 : 0 <= product <= 2 * ku * (1 + / 50000) * s).
  { split; [apply F2|]. eapply Rle_trans; [apply F2|]. apply Rmult_le_compat_r; [lra|]. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [lra|unfold u; lra]. }
  clear F2. clearbody product.
  destruct (sum_up_upto _ _ _ _ _ MS F3 RAD ltac:(lra)) as (H1 & H2).
  set (v := upward (rnd (product + rad))) in *.
  assert (H3 : 0 <= v <= (2 * ku + t) * (1 + / 40000) * s).
  { split; [apply H2|]. eapply Rle_trans; [apply H2|]. apply Rmult_le_compat_r; [lra|].
    apply Rle_trans with ((2 * ku + t) * (1 + / 50000) * (1 + 18 * u)).
    - apply Rmult_le_compat_r; [unfold u; lra|]. lra.
    - rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|unfold u; lra]. }
  clear H2. clearbody v. set (z := 2 * ku + t) in *. assert (Z1 : 4 * u <= z <= 2) by (unfold z; lra).
  assert (I0 : 0 <= v * a <= z * (1 + / 40000) * (1001 / 1000) * (s * x)).
  { split; [apply Rmult_le_pos; lra|].
    replace (z * (1 + / 40000) * (1001 / 1000) * (s * x)) with (z * (1 + / 40000) * s * (1001 / 1000 * x)) by ring.
    apply Rmult_le_compat; lra. }
  destruct (product_up_upto _ _ _ MX I0 ltac:(lra)) as (I1 & I2). fold reach in I2.
  assert (I3 : 0 <= reach <= z * (1 + / 900) * (s * x)).
  { split; [apply I2|]. eapply Rle_trans; [apply I2|]. apply Rmult_le_compat_r; [lra|]. rewrite !Rmult_assoc.
    apply Rmult_le_compat_l; [lra|unfold u; lra]. }
  clear I2. clearbody reach.
  (* the middle *)
  set (w := s * (x * y) / 1024) in *. assert (SZ : size = 1024 * w) by (unfold size, w; field).
  assert (J0 : Rabs (mid * total) <= 1024 * ((1 + t) * (1 + 5 * u)) * w).
  { rewrite Rabs_mult. apply Rle_trans with ((1 + t) * s * ((1 + 5 * u) * (x * y))).
    - apply Rmult_le_compat; try apply Rabs_pos; assumption.
    - right. unfold w. field. }
  assert (J1 := rnd_upto _ _ _ MZ J0 ltac:(nra)). fold m in J1.
  assert (JK : (1 + t) * (1 + 5 * u) * (1 + 2 * u) <= 1 + 4 * ku + 2 * t).
  { assert (C : 0 <= 7 * u + 10 * u * u <= 1) by (unfold u; lra). set (c := 7 * u + 10 * u * u) in *.
    assert (0 <= t * c <= t * 1) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_l]; lra).
    replace ((1 + t) * (1 + 5 * u) * (1 + 2 * u)) with (1 + t + c + t * c) by (unfold c; ring).
    assert (c <= 8 * u) by (unfold c, u; lra). lra. }
  assert (J2 : Rabs m <= (1 + 4 * ku + 2 * t) * (1024 * w)).
  { eapply Rle_trans; [exact J1|].
    replace (1024 * ((1 + t) * (1 + 5 * u)) * (1 + 2 * u) * w) with ((1 + t) * (1 + 5 * u) * (1 + 2 * u) * (1024 * w))
      by ring.
    apply Rmult_le_compat_r; [lra|exact JK]. }
  assert (J3 : Rabs m <= 3073 * w).
  { eapply Rle_trans; [exact J2|]. replace ((1 + 4 * ku + 2 * t) * (1024 * w)) with (1024 * (1 + 4 * ku + 2 * t) * w)
      by ring.
    apply Rmult_le_compat_r; lra. }
  assert (J4 : Rabs m <= 1024 * (1 + t + / 1000) * w).
  { eapply Rle_trans; [exact J1|].
    replace (1024 * ((1 + t) * (1 + 5 * u)) * (1 + 2 * u) * w) with (1024 * ((1 + t) * (1 + 5 * u) * (1 + 2 * u)) * w)
      by ring.
    apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [lra|]. nra. }
  assert (MM0 := Rabs_pos m). assert (RM : ranged m).
  { apply (ranged_upto _ 3073 _ MZ); [lra|exact J3]. }
  clear J0 J1. clearbody m.
  (* what underflows *)
  assert (L0 := bpow_gt_0 radix2 (-1000)). fold least in L0.
  assert (K0 : 0 <= Rabs mid * least <= u * w).
  { split; [apply Rmult_le_pos; lra|]. eapply Rle_trans; [|exact W]. apply Rmult_le_compat_r; [lra|].
    eapply Rle_trans; [exact M|]. apply Rmult_le_compat_r; lra. }
  destruct (product_up_upto _ _ _ MZ K0 ltac:(lra)) as (K1 & K2). fold underflow in K2. clearbody underflow.
  (* the radius *)
  assert (O0 : 0 <= Rabs m * slack + underflow <= 1024 * u * (1 + t + / 400) * w).
  { assert (SL : 0 < slack <= u * (1 + / 1000000)) by (unfold slack, u; lra).
    split; [assert (0 <= Rabs m * slack) by (apply Rmult_le_pos; lra); lra|].
    apply Rle_trans with (1024 * (1 + t + / 1000) * w * (u * (1 + / 1000000)) + u * (1 + 18 * u) * w).
    - apply Rplus_le_compat; [apply Rmult_le_compat; lra|apply K2].
    - replace (1024 * (1 + t + / 1000) * w * (u * (1 + / 1000000)) + u * (1 + 18 * u) * w)
        with (1024 * u * ((1 + t + / 1000) * (1 + / 1000000) + / 1024 * (1 + 18 * u)) * w) by field.
      apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [lra|]. unfold u. lra. }
  assert (O1 := rnd_positive_upto _ _ _ MZ O0 ltac:(nra)). fold inner in O1.
  assert (O2 : 0 <= inner <= 1024 * u * (1 + t + / 300) * w).
  { split; [apply O1|]. eapply Rle_trans; [apply O1|]. apply Rmult_le_compat_r; [lra|]. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [lra|unfold u; lra]. }
  clear O1. clearbody inner.
  assert (Q1 : 0 <= reach * b + inner <= 1024 * (z * (1 + / 400) + u * (1 + t + / 300)) * w).
  { split; [assert (0 <= reach * b) by (apply Rmult_le_pos; lra); lra|].
    apply Rle_trans with (z * (1 + / 900) * (s * x) * (1001 / 1000 * y) + 1024 * u * (1 + t + / 300) * w).
    - apply Rplus_le_compat; [apply Rmult_le_compat; lra|apply O2].
    - replace (z * (1 + / 900) * (s * x) * (1001 / 1000 * y) + 1024 * u * (1 + t + / 300) * w)
        with (1024 * (z * ((1 + / 900) * (1001 / 1000)) + u * (1 + t + / 300)) * w) by (unfold w; field).
      apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat_r.
      apply Rmult_le_compat_l; lra. }
  assert (UT : 0 <= u * t <= t * / 1000000) by (unfold u; lra).
  assert (UT2 : u * (1 + t + / 300) <= u * (1 + / 300) + t * / 1000000) by lra.
  assert (UT3 : 0 <= u * (1 + t + / 300)) by (apply Rmult_le_pos; lra).
  assert (Q2 := rnd_positive_upto _ _ _ MZ Q1 ltac:(lra)). fold radius in Q2.
  assert (Q3 : 0 <= radius <= (4 * ku + 2 * t) * (1024 * w)).
  { split; [apply Q2|]. eapply Rle_trans; [apply Q2|].
    replace (1024 * (z * (1 + / 400) + u * (1 + t + / 300)) * (1 + 2 * u) * w)
      with ((z * (1 + / 400) + u * (1 + t + / 300)) * (1 + 2 * u) * (1024 * w)) by ring.
    apply Rmult_le_compat_r; [lra|].
    apply Rle_trans with ((z * (1 + / 400) + u * (1 + t + / 300)) * (1 + / 1000)).
    - apply Rmult_le_compat_l; [assert (0 <= z * (1 + / 400)) by (apply Rmult_le_pos; lra); lra|unfold u; lra].
    - unfold z. lra. }
  clear Q2. clearbody radius. rewrite SZ.
  repeat match goal with |- ranged _ /\ _ => split end; try exact RM.
  - apply (ranged_upto _ 1 _ M1); [lra|]. apply positive_upto. lra.
  - apply (ranged_upto _ _ _ MS) with (2 := positive_upto _ _ F1). unfold u. lra.
  - apply (ranged_upto _ _ _ MS) with (2 := positive_upto _ _ H1). unfold u. lra.
  - apply (ranged_upto _ _ _ MX) with (2 := positive_upto _ _ I1). unfold u. lra.
  - apply (ranged_upto _ _ _ MZ) with (2 := positive_upto _ _ K1). unfold u. lra.
  - apply (ranged_upto _ _ _ MZ) with (2 := positive_upto _ _ O2). unfold u. lra.
  - apply (ranged_upto _ 8192 _ MZ); [lra|]. apply positive_upto. split; [lra|]. eapply Rle_trans; [apply Q3|].
    replace ((4 * ku + 2 * t) * (1024 * w)) with ((4 * ku + 2 * t) * 1024 * w) by ring. apply Rmult_le_compat_r; lra.
  - split; [eapply Rle_trans; [exact J2|]; right; ring|exact Q3].
Qed.
