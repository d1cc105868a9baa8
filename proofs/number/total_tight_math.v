(* total_tight_math.v - a total of balls in eight strides stays in range, and is as narrow beside the sum of the sizes
   as the balls are, but for 4 u with every addition. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
From Plumbline.number Require Import exp_rounded exp_rounding upward_math ball_math sum_math sequence_math total_math.
From Plumbline.number Require Import tight_math sum_tight_math.
Open Scope R_scope.

Definition modest_or_none (x : R) : Prop := x = 0 \/ modest x.
(* the size of at most so many *)
Definition heap (x count : R) : Prop := x = 0 \/ bpow radix2 (-250) <= x <= count * bpow radix2 250.

Definition join_in_range (s e mid rad : R) : Prop :=
  ranged (rnd (s + mid)) /\ ranged (rnd (Rabs (rnd (s + mid)) * u)) /\
  ranged (rnd (rad + rnd (Rabs (rnd (s + mid)) * u))) /\ ranged (rnd (e +
    rnd (rad + rnd (Rabs (rnd (s + mid)) * u)))) /\
  ranged (rnd (rad + 0)) /\ ranged (rnd (e + rnd (rad + 0))).

Lemma heap_moderate : forall x c, 1 <= c <= 1073741824 -> x <> 0 -> heap x c -> moderate x.
Proof.
  intros x c C Z [E|(L & H)]; [contradiction|]. split; [eapply Rle_trans; [|exact L]; apply bpow_le; lia|].
  eapply Rle_trans; [exact H|]. apply Rle_trans with (bpow radix2 30 * bpow radix2 250).
  - apply Rmult_le_compat_r; [apply bpow_ge_0|]. simpl. lra.
  - rewrite power_product. apply bpow_le. lia.
Qed.

Lemma heap_grows : forall x y c d, 0 <= c -> 0 <= d -> heap x c -> heap y d -> heap (x + y) (c + d).
Proof.
  intros x y c d C D X Y. assert (P := bpow_gt_0 radix2 250). assert (Q := bpow_gt_0 radix2 (-250)).
  assert (CP : 0 <= c * bpow radix2 250) by (apply Rmult_le_pos; lra).
  assert (DP : 0 <= d * bpow radix2 250) by (apply Rmult_le_pos; lra).
  unfold heap in *. destruct X as [X|X], Y as [Y|Y]; subst; [left; lra|right; lra|right; lra|right; lra].
Qed.

Lemma heap_wider : forall x c d, c <= d -> heap x c -> heap x d.
Proof.
  intros x c d C [X|X]; [left; exact X|right]. split; [apply X|]. eapply Rle_trans; [apply X|].
  apply Rmult_le_compat_r; [apply bpow_ge_0|exact C].
Qed.

Lemma heap_one : forall x, modest_or_none x -> heap x 1.
Proof. intros x [X|X]; [left; exact X|right]. rewrite Rmult_1_l. exact X. Qed.

Lemma heap_positive : forall x c, heap x c -> 0 <= x.
Proof. intros x c [X|X]; [lra|]. assert (P := bpow_gt_0 radix2 (-250)). lra. Qed.

Lemma ranged_zero : ranged 0.
Proof. unfold ranged. rewrite Rabs_R0. apply bpow_ge_0. Qed.

Ltac nothing_left := repeat first [rewrite Rplus_0_r | rewrite rnd_zero | rewrite Rabs_R0 | rewrite Rmult_0_l].

Lemma joined : forall s e mid rad t x y c d, 1 <= c + d <= 1073741824 -> 0 <= c -> 0 <= d -> 0 <= t <= / 8 ->
  heap x c -> heap y d ->
  accurate s e t x -> accurate mid rad t y ->
  join_in_range s e mid rad /\
  (forall s1 e1, widens mid rad s e s1 e1 -> accurate s1 e1 (t + 4 * u) (x + y)).
Proof.
  intros s e mid rad t x y c d C C0 D0 T X Y (S & E) (M & R). assert (U := u_small).
  assert (X0 := heap_positive _ _ X). assert (Y0 := heap_positive _ _ Y).
  assert (H := heap_grows _ _ _ _ C0 D0 X Y).
  destruct (Req_dec (x + y) 0) as [Z|Z].
  - assert (X1 : x = 0) by lra. assert (Y1 : y = 0) by lra. subst x y. rewrite Rmult_0_r in *. rewrite Rminus_0_r in *.
    assert (S1 : s = 0). { destruct (Req_dec s 0) as [V|V]; [exact V|]. apply Rabs_pos_lt in V. lra. }
    assert (M1 : mid = 0). { destruct (Req_dec mid 0) as [V|V]; [exact V|]. apply Rabs_pos_lt in V. lra. }
    assert (E1 : e = 0) by lra. assert (R1 : rad = 0) by lra. subst s mid e rad.
    unfold join_in_range. nothing_left. split.
    + repeat split; apply ranged_zero.
    + intros s1 e1 (A & _ & B). specialize (B eq_refl). rewrite Rplus_0_r, rnd_zero in A.
      subst s1 e1. nothing_left. unfold accurate. rewrite Rminus_0_r, Rabs_R0. lra.
  - assert (P := heap_moderate _ _ C Z H). set (p := x + y) in *.
    destruct (moderate_bounds _ P) as (P0 & _).
    assert (TX : 0 <= t * x) by (apply Rmult_le_pos; lra). assert (TY : 0 <= t * y) by (apply Rmult_le_pos; lra).
    assert (TP : t * p = t * x + t * y) by (unfold p; ring).
    apply Rabs_le_inv in S, M.
    assert (A1 : 0 <= s + mid <= (1 + t) * p).
    { assert (t * x <= / 8 * x) by (apply Rmult_le_compat_r; lra).
      assert (t * y <= / 8 * y) by (apply Rmult_le_compat_r; lra).
      unfold p. lra. }
    assert (A2 := rnd_positive_upto _ _ _ P A1 ltac:(lra)).
    assert (N : Rabs (rnd (s + mid) - p) <= (t + 4 * u) * p).
    { assert (B := rnd_near (s + mid)). rewrite (Rabs_pos_eq (s + mid)) in B by lra.
      destruct (moderate_bounds _ P) as (_ & HH & _). apply Rabs_le_inv in B.
      assert (HU : h <= u * p). { eapply Rle_trans; [exact HH|]. replace (u * p) with (p * u * 1 * 1) by ring.
        assert (0 <= p * u) by (apply Rmult_le_pos; lra).
        rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra|]. nra. }
      assert (UB : u * (s + mid) <= u * ((1 + t) * p)) by (apply Rmult_le_compat_l; lra).
      assert (UT : u * ((1 + t) * p) <= 2 * u * p). { replace (u * ((1 + t) * p)) with (u * p * (1 + t)) by ring.
        replace (2 * u * p) with (u * p * 2) by ring. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]. }
      apply Rabs_le. unfold p in *. lra. }
    set (v := rnd (s + mid)) in *.
    assert (V : Rabs v = v) by (apply Rabs_pos_eq; lra). unfold join_in_range. fold v. rewrite V.
    assert (B1 : 0 <= v * u <= (1 + t) * (1 + 2 * u) * u * p).
    { split; [apply Rmult_le_pos; lra|]. replace ((1 + t) * (1 + 2 * u) * u * p) with ((1 + t) * (1 + 2 * u) * p * u)
        by ring.
      apply Rmult_le_compat_r; lra. }
    assert (B2 := rnd_positive_upto _ _ _ P B1 ltac:(nra)). set (lost := rnd (v * u)) in *.
    assert (L : 0 <= lost <= 5 / 4 * u * p).
    { split; [apply B2|]. eapply Rle_trans; [apply B2|]. apply Rmult_le_compat_r; [lra|]. unfold u. lra. }
    assert (F : forall l, 0 <= l <= 5 / 4 * u * p ->
      ranged (rnd (rad + l)) /\ ranged (rnd (e + rnd (rad + l))) /\ 0 <= rnd (e + rnd (rad + l)) <= (t + 4 * u) * p).
    { intros l Hl. assert (RY : rad <= t * y) by lra.
      assert (G1 : 0 <= rad + l <= (t + 2 * u) * p).
      { replace ((t + 2 * u) * p) with (t * x + t * y + 2 * u * p) by (unfold p; ring).
        assert (0 <= u * p) by (apply Rmult_le_pos; lra). lra. }
      assert (G2 := rnd_positive_upto _ _ _ P G1 ltac:(lra)).
      (* the sum of the parts once more, with the radius that is already there *)
      assert (G3 : 0 <= rnd (rad + l) <= t * y * (1 + 2 * u) + 13 / 4 * u * p).
      { split; [apply G2|]. assert (K := rnd_high _ (proj1 G1)).
        destruct (moderate_bounds _ P) as (_ & HH & _).
        assert (HU : h <= u * p). { eapply Rle_trans; [exact HH|]. replace (u * p) with (p * u * 1 * 1) by ring.
          assert (0 <= p * u) by (apply Rmult_le_pos; lra).
          rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra|]. nra. }
        assert (W : l * (1 + u) <= 3 / 2 * u * p).
        { apply Rle_trans with (5 / 4 * u * p * (1 + u)); [apply Rmult_le_compat_r; lra|].
          replace (5 / 4 * u * p * (1 + u)) with (u * p * (5 / 4 * (1 + u))) by ring.
          replace (3 / 2 * u * p) with (u * p * (3 / 2)) by ring.
          apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|unfold u; lra]. }
        assert (W2 : rad * (1 + u) <= t * y * (1 + u)) by (apply Rmult_le_compat_r; lra).
        assert (W3 : t * y * (1 + u) <= t * y * (1 + 2 * u)) by (apply Rmult_le_compat_l; lra).
        assert (0 <= u * p) by (apply Rmult_le_pos; lra). lra. }
      assert (G4 : 0 <= e + rnd (rad + l) <= (t * (1 + 2 * u) + 13 / 4 * u) * p).
      { split; [lra|]. replace ((t * (1 + 2 * u) + 13 / 4 * u) * p) with (t * x * (1 + 2 * u) + t * y * (1 + 2 * u) +
          13 / 4 * u * p) by (unfold p; ring).
        assert (t * x <= t * x * (1 + 2 * u)) by (rewrite <- (Rmult_1_r (t * x)) at 1; apply Rmult_le_compat_l; lra).
        lra. }
      assert (G5 := rnd_positive_upto _ _ _ P G4 ltac:(unfold u in *; lra)).
      split; [|split; [|split]].
      - apply (ranged_upto _ _ _ P) with (2 := positive_upto _ _ G2). unfold u. lra.
      - apply (ranged_upto _ _ _ P) with (2 := positive_upto _ _ G5). unfold u. lra.
      - apply G5.
      - eapply Rle_trans; [apply G5|]. apply Rmult_le_compat_r; [lra|]. unfold u. lra. }
    destruct (F lost L) as (F1 & F2 & F3). assert (L0 : 0 <= 0 <= 5 / 4 * u * p)
      by (assert (0 <= u * p) by (apply Rmult_le_pos; lra); lra).
    destruct (F 0 L0) as (F4 & F5 & F6). split.
    + split; [|split; [|split; [exact F1|split; [exact F2|split; [exact F4|exact F5]]]]].
      * apply (ranged_upto _ _ _ P) with (2 := positive_upto _ _ A2). unfold u. lra.
      * apply (ranged_upto _ (5 / 4 * u) _ P); [unfold u; lra|]. exact (positive_upto _ _ L).
    + intros s1 e1 (S1 & W & W0). fold v in S1. split; [rewrite S1; exact N|].
      destruct (Req_dec mid 0) as [M0|M0].
      * rewrite (W0 M0). exact F6.
      * rewrite (W M0), S1, V. exact F3.
Qed.

Lemma widened : forall mid rad s t x, 0 <= s <= t -> 0 <= x -> accurate mid rad s x -> accurate mid rad t x.
Proof. intros mid rad s t x S X A. apply (accurate_wider mid rad s); [exact A|lra|exact X]. Qed.

Definition stride_accurate (w : A_seq) (t : R) (n lane j : Z) (sum spread : R) : Prop :=
  (0 <= lane < 8)%Z /\ exists steps, (0 <= steps)%Z /\ j = (lane + 8 * steps)%Z /\
  heap (sum_below (stride_term w lane) j) (IZR steps) /\
  accurate sum spread (t + IZR steps * (4 * u)) (sum_below (stride_term w lane) j).
Definition whole_stride_accurate (w : A_seq) (t : R) (n lane : Z) (sum spread : R) : Prop :=
  (0 <= lane < 8)%Z /\ heap (sum_below (stride_term w lane) n) (IZR (stride_depth n)) /\
  accurate sum spread (t + IZR (stride_depth n) * (4 * u)) (sum_below (stride_term w lane) n).
Definition strides_accurate (w : A_seq) (t : R) (n lanes : Z) (sum spread : R) : Prop :=
  (0 <= lanes)%Z /\ heap (sum_below (strides_term w lanes) n) (IZR (lanes * stride_depth n)) /\
  accurate sum spread (t + IZR (stride_depth n + lanes) * (4 * u)) (sum_below (strides_term w lanes) n).

Lemma accurate_nothing : forall t, accurate 0 0 t 0.
Proof. intro t. unfold accurate. rewrite Rminus_0_r, Rabs_R0. lra. Qed.

Lemma stride_begins : forall w t n lane, (0 <= lane < 8)%Z -> stride_accurate w t n lane lane 0 0.
Proof.
  intros w t n lane L. split; [exact L|]. exists 0%Z. split; [lia|]. split; [lia|].
  replace (sum_below (stride_term w lane) lane) with 0.
  - split; [left; reflexivity|apply accurate_nothing].
  - replace lane with (0 + lane)%Z at 2 by ring. rewrite sum_vanishing; try lia; [reflexivity|].
    intros i I. apply other_lane. rewrite Z.mod_small by lia. lia.
Qed.

Lemma stride_goes_on : forall w t n lane j s e mid rad, (0 <= n <= 268435456)%Z -> (j < n)%Z -> 0 <= t <= / 16 ->
  stride_accurate w t n lane j s e -> modest_or_none (w j) -> accurate mid rad t (w j) ->
  join_in_range s e mid rad /\
  forall s1 e1, widens mid rad s e s1 e1 -> stride_accurate w t n lane (j + 8) s1 e1.
Proof.
  intros w t n lane j s e mid rad N J T (L & steps & S & JE & H & A) M B.
  assert (K : 0 <= IZR steps <= 33554432) by (split; apply IZR_le; lia). assert (U := u_small).
  assert (KU : 0 <= IZR steps * (4 * u) <= / 16) by (unfold u; split; lra).
  assert (M1 := heap_one _ M). assert (B1 := widened mid rad t (t + IZR steps * (4 * u)) _ ltac:(lra)
    (heap_positive _ _ M1) B).
  destruct (joined s e mid rad (t + IZR steps * (4 * u)) _ _ (IZR steps) 1 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) H
    M1 A B1) as (R & W).
  split; [exact R|]. intros s1 e1 V. specialize (W s1 e1 V). split; [exact L|]. exists (steps + 1)%Z.
  split; [lia|]. split; [lia|]. replace (j + 8)%Z with (lane + 8 * (steps + 1))%Z by lia.
  rewrite stride_sum_next by lia. rewrite <- JE. rewrite plus_IZR. split.
  - apply heap_grows; try lra; assumption.
  - replace (t + (IZR steps + 1) * (4 * u)) with (t + IZR steps * (4 * u) + 4 * u) by ring. exact W.
Qed.

Lemma stride_ends : forall w t n lane j s e, (0 <= n)%Z -> (n <= j < n + 8)%Z -> 0 <= t ->
  stride_accurate w t n lane j s e ->
  whole_stride_accurate w t n lane s e.
Proof.
  intros w t n lane j s e N J T (L & steps & S & JE & H & A). split; [exact L|].
  assert (D := Z.div_mod n 8 ltac:(lia)). assert (M := Z.mod_pos_bound n 8 ltac:(lia)).
  replace (sum_below (stride_term w lane) n) with (sum_below (stride_term w lane) j).
  - assert (K : 0 <= IZR steps <= IZR (stride_depth n)) by (unfold stride_depth; split; apply IZR_le; lia). split.
    + apply (heap_wider _ (IZR steps)); [apply K|exact H].
    + apply (widened _ _ (t + IZR steps * (4 * u))); [|exact (heap_positive _ _ H)|exact A].
      assert (U := u_small). split; [assert (0 <= IZR steps * (4 * u)) by (apply Rmult_le_pos; lra); lra|].
      apply Rplus_le_compat_l. apply Rmult_le_compat_r; lra.
  - replace j with (n + (j - n))%Z at 1 by ring. apply sum_vanishing; try lia.
    intros i I. apply other_lane. intro E. assert (F := Z.div_mod i 8 ltac:(lia)). lia.
Qed.

Lemma strides_begin : forall w t n, (0 <= n)%Z -> strides_accurate w t n 0 0 0.
Proof.
  intros w t n N. split; [lia|]. replace (sum_below (strides_term w 0) n) with 0.
  - split; [left; reflexivity|apply accurate_nothing].
  - replace n with (0 + n)%Z by ring. rewrite sum_vanishing; try lia; [reflexivity|].
    intros i I. unfold strides_term. assert (M := Z.mod_pos_bound i 8 ltac:(lia)).
    destruct (Z.ltb_spec (i mod 8) 0); [lia|reflexivity].
Qed.

Lemma strides_go_on : forall w t n lane s e part width, (0 <= n <= 268435456)%Z -> (lane < 8)%Z -> 0 <= t <= / 16 ->
  strides_accurate w t n lane s e -> whole_stride_accurate w t n lane part width ->
  join_in_range s e part width /\
  forall s1 e1, widens part width s e s1 e1 -> strides_accurate w t n (lane + 1) s1 e1.
Proof.
  intros w t n lane s e part width N L T (L0 & H & A) (_ & G & B). assert (U := u_small).
  assert (D0 : (0 <= n / 8)%Z) by (apply Z.div_pos; lia).
  assert (D1 : (n / 8 <= 33554432)%Z) by (apply Z.div_le_upper_bound; lia).
  assert (K : 1 <= IZR (stride_depth n) <= 33554433) by (unfold stride_depth; split; apply IZR_le; lia).
  assert (I : 0 <= IZR lane <= 7) by (split; apply IZR_le; lia).
  rewrite mult_IZR in H. rewrite plus_IZR in A.
  set (d := IZR (stride_depth n)) in *. set (k := IZR lane) in *.
  assert (KD : 0 <= k * d <= 7 * d) by (split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
  assert (TU : 0 <= (d + k) * (4 * u) <= / 16) by (unfold u; split; lra).
  assert (B1 := widened part width (t + d * (4 * u)) (t + (d + k) * (4 * u)) _ ltac:(unfold u in *;
    lra) (heap_positive _ _ G) B).
  destruct (joined s e part width (t + (d + k) * (4 * u)) _ _ (k * d) d ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) H G
    A B1) as (R & W).
  split; [exact R|]. intros s1 e1 V. specialize (W s1 e1 V). split; [lia|].
  rewrite (sum_added (strides_term w lane) (stride_term w lane)); [|lia|].
  - rewrite mult_IZR, !plus_IZR. fold k d. split.
    + replace ((k + 1) * d) with (k * d + d) by ring. apply heap_grows; try lra; assumption.
    + replace (t + (d + (k + 1)) * (4 * u)) with (t + (d + k) * (4 * u) + 4 * u) by ring. exact W.
  - intros i J. unfold strides_term, stride_term.
    destruct (Z.ltb_spec (i mod 8) (lane + 1)); destruct (Z.ltb_spec (i mod 8) lane);
      destruct (Z.eqb_spec (i mod 8) lane); try lia; ring.
Qed.

Lemma strides_end : forall w t n s e, (0 <= n <= 268435456)%Z -> 0 <= t <= / 16 -> strides_accurate w t n 8 s e ->
  ranged (rnd (e * (65537 / 65536))) /\
  (sum_below w n <> 0 -> accurate s (upward (rnd (e * (65537 / 65536)))) (2 * t +
    (IZR n + 80) * (2 * u)) (sum_below w n) /\ moderate (sum_below w n)).
Proof.
  intros w t n s e N T (_ & H & S & E). assert (U := u_small).
  replace (sum_below (strides_term w 8) n) with (sum_below w n) in *.
  2:{ unfold sum_below. generalize (Z.to_nat n). clear. intro k.
    induction k as [|k IH]; [reflexivity|]. simpl. rewrite IH. f_equal. unfold strides_term.
    assert (M := Z.mod_pos_bound (Z.of_nat k) 8 ltac:(lia)).
    destruct (Z.ltb_spec (Z.of_nat k mod 8) 8); [reflexivity|lia]. }
  assert (D0 : (0 <= n / 8)%Z) by (apply Z.div_pos; lia).
  assert (D1 : (n / 8 <= 33554432)%Z) by (apply Z.div_le_upper_bound; lia).
  assert (D2 : (8 * (n / 8) <= n)%Z) by (apply Z.mul_div_le; lia).
  assert (K : 1 <= IZR (8 * stride_depth n) <= 1073741824) by (unfold stride_depth; split; apply IZR_le; lia).
  set (x := sum_below w n) in *. clearbody x. assert (X0 := heap_positive _ _ H).
  assert (DN : 0 <= IZR (stride_depth n + 8) <= IZR n / 8 + 9).
  { unfold stride_depth. split; [apply IZR_le; lia|]. rewrite !plus_IZR. apply IZR_le in D2. rewrite mult_IZR in D2.
    lra. }
  assert (N0 : 0 <= IZR n <= 268435456) by (split; apply IZR_le; lia).
  set (d := IZR (stride_depth n + 8)) in *. set (c := IZR (8 * stride_depth n)) in *. clearbody d c.
  set (m := IZR n) in *. clearbody m.
  assert (TT : 0 <= t + d * (4 * u) <= / 8) by (unfold u in *; lra).
  destruct (Req_dec x 0) as [Z|Z].
  - rewrite Z, Rmult_0_r in E. replace e with 0 by lra. rewrite Rmult_0_l, rnd_zero.
    split; [apply ranged_zero|intro Q; contradiction].
  - assert (M := heap_moderate _ _ K Z H). destruct (moderate_bounds _ M) as (P & _).
    assert (A1 : 0 <= e * (65537 / 65536) <= ((t + d * (4 * u)) * (65537 / 65536) + u) * x).
    { split; [lra|]. assert (0 <= u * x) by (apply Rmult_le_pos; lra). lra. }
    destruct (product_up_upto _ _ _ M A1 ltac:(lra)) as (A2 & A3). split.
    + apply (ranged_upto _ _ _ M) with (2 := positive_upto _ _ A2). unfold u in *. lra.
    + intros _. split; [|exact M]. split.
      * eapply Rle_trans; [exact S|]. apply Rmult_le_compat_r; [lra|]. unfold u in *. lra.
      * split; [apply A3|]. eapply Rle_trans; [apply A3|]. apply Rmult_le_compat_r; [lra|]. unfold u in *. lra.
Qed.
