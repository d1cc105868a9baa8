(* twofold_math.v - sums of products in two numbers: what each addition loses is found exactly and summed apart. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
Require Flocq.Pff.Pff2Flocq.
From Plumbline.number Require Import exp_rounded exp_rounding upward_math sum_math.
Open Scope R_scope.

(* an error bounded by the rounded number *)
Lemma rnd_back : forall x, Rabs (rnd x - x) <= u * Rabs (rnd x) + h.
Proof.
  intro x. assert (P := h_positive). assert (A := Rabs_pos (rnd x)).
  assert (E : Rabs (rnd x - x) <= / 2 * ulp radix2 (FLT_exp (-1074) 53) (rnd x)).
  { apply error_le_half_ulp_round; auto with typeclass_instances. }
  eapply Rle_trans; [exact E|].
  destruct (Rlt_or_le (Rabs (rnd x)) (bpow radix2 (-1074 + 53))) as [S|S].
  - rewrite ulp_FLT_small by (auto with typeclass_instances). fold h.
    assert (0 <= u * Rabs (rnd x)) by (apply Rmult_le_pos; unfold u; lra). lra.
  - assert (L : ulp radix2 (FLT_exp (-1074) 53) (rnd x) <= Rabs (rnd x) * bpow radix2 (1 - 53)).
    { apply ulp_FLT_le; auto with typeclass_instances. eapply Rle_trans; [apply bpow_le|exact S]. lia. }
    replace (bpow radix2 (1 - 53)) with (2 * u) in L by (unfold u; simpl; lra). lra.
Qed.

Lemma rnd_above : forall x, 0 <= x -> x <= (1 + u) * rnd x + h.
Proof.
  intros x X. assert (E := rnd_back x). assert (N := rnd_nonnegative x X).
  rewrite (Rabs_pos_eq (rnd x)) in E by exact N. apply Rabs_le_inv in E. lra.
Qed.

Definition share (x y : R) : R := rnd (rnd (x + y) - x).
Definition lost (x y : R) : R := rnd (rnd (x - rnd (rnd (x + y) - share x y)) + rnd (y - share x y)).

Lemma lost_is_exact : forall x y, binary64 x -> binary64 y -> rnd (x + y) + lost x y = x + y.
Proof.
  intros x y X Y. apply (Flocq.Pff.Pff2Flocq.TwoSum_correct (-1074) 53 (fun z => negb (Z.even z))); try lia;
    try assumption.
  intro z. rewrite Z.even_opp, Z.even_add. destruct (Z.even z); reflexivity.
Qed.

Definition rest (a b : R) : R := rnd (a * b - rnd (a * b)).
Definition carried (a b s : R) : R := rnd (lost s (rnd (a * b)) + rest a b).
Definition sum (a b s : R) : R := rnd (s + rnd (a * b)).
Definition tail (a b s t : R) : R := rnd (t + carried a b s).
Definition spread (a b s t w : R) : R := rnd (w + rnd (rnd (Rabs (rest a b) + Rabs (carried a b s)) +
  Rabs (tail a b s t))).

Definition twofold (n : Z) (x s t w r : R) : Prop := (0 <= n)%Z /\ binary64 s /\ 0 <= w /\ 0 <= r /\
  Rabs (x - (s + t)) <= r + grown n ^ 3 * (u * w + 4 * IZR n * h).

Lemma twofold_none : twofold 0 0 0 0 0 0.
Proof.
  split; [lia|]. split; [apply generic_format_0|]. split; [lra|]. split; [lra|].
  rewrite grown_0, Rplus_0_r, Rminus_0_r, Rabs_R0. lra.
Qed.

(* what a product adds to the error: three roundings *)
Lemma step_error : forall x a b s t, binary64 s ->
  Rabs (x + a * b - (sum a b s + tail a b s t)) <=
  Rabs (x - (s + t)) + u * (Rabs (rest a b) + Rabs (carried a b s) + Rabs (tail a b s t)) + 3 * h.
Proof.
  intros x a b s t S. assert (L := lost_is_exact s (rnd (a * b)) S (rnd_is_binary64 _)).
  assert (P := rnd_back (a * b - rnd (a * b))). fold (rest a b) in P.
  assert (Q := rnd_back (lost s (rnd (a * b)) + rest a b)). fold (carried a b s) in Q.
  assert (T := rnd_back (t + carried a b s)). fold (tail a b s t) in T. fold (sum a b s) in L.
  replace (x + a * b - (sum a b s + tail a b s t)) with
    ((x - (s + t)) + - (rest a b - (a * b - rnd (a * b))) + - (carried a b s - (lost s (rnd (a * b)) + rest a b)) +
     - (tail a b s t - (t + carried a b s))) by lra.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
  assert (B : forall y z, Rabs (y + - z) <= Rabs y + Rabs z).
  { intros y z. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  assert (B1 := B (x - (s + t) + - (rest a b - (a * b - rnd (a * b)))) (carried a b s -
    (lost s (rnd (a * b)) + rest a b))).
  assert (B2 := B (x - (s + t)) (rest a b - (a * b - rnd (a * b)))). lra.
Qed.

(* the spread grows by what these roundings are made of, but for its own roundings *)
Lemma spread_covers : forall a b s t w, 0 <= w -> 0 <= spread a b s t w /\
  w + (Rabs (rest a b) + Rabs (carried a b s) + Rabs (tail a b s t)) <= (1 + u) ^ 3 * spread a b s t w + 4 * h.
Proof.
  intros a b s t w W. unfold spread. assert (Q := Rabs_pos (rest a b)). assert (G := Rabs_pos (carried a b s)).
  assert (T := Rabs_pos (tail a b s t)). assert (U := u_small). assert (H := h_positive).
  set (q := Rabs (rest a b)) in *. set (g := Rabs (carried a b s)) in *. set (l := Rabs (tail a b s t)) in *.
  clearbody q g l. assert (K0 : 0 <= q + g) by lra. assert (K := rnd_above _ K0). assert (K1 := rnd_nonnegative _ K0).
  set (k := rnd (q + g)) in *. clearbody k. assert (V0 : 0 <= k + l) by lra.
  assert (V := rnd_above _ V0). assert (V1 := rnd_nonnegative _ V0). set (v := rnd (k + l)) in *. clearbody v.
  assert (E0 : 0 <= w + v) by lra. assert (E := rnd_above _ E0). assert (E1 := rnd_nonnegative _ E0).
  set (e := rnd (w + v)) in *. clearbody e. split; [exact E1|].
  assert (A1 : q + g + l + w <= (1 + u) * (k + l) + h + w) by (assert (0 <= u * l) by (apply Rmult_le_pos; lra); lra).
  assert (A2 : (1 + u) * (k + l) <= (1 + u) * ((1 + u) * v + h)) by (apply Rmult_le_compat_l; lra).
  assert (A3 : (1 + u) * (1 + u) * (w + v) <= (1 + u) * (1 + u) * ((1 + u) * e + h)) by (apply Rmult_le_compat_l; nra).
  assert (W1 : w <= (1 + u) * (1 + u) * w) by nra.
  assert (H1 : u * h <= / 1000 * h) by (apply Rmult_le_compat_r; lra).
  assert (H2 : u * u * h <= / 1000 * h) by (apply Rmult_le_compat_r; nra).
  lra.
Qed.

Lemma grown_cube : forall n, 1 <= grown n ^ 3.
Proof. intro n. apply pow_R1_Rle, grown_least. Qed.

Lemma twofold_step : forall n x y a b s t w r r1, twofold n x s t w r -> r <= r1 -> Rabs (y - a * b) <= r1 - r ->
  twofold (n + 1) (x + y) (sum a b s) (tail a b s t) (spread a b s t w) r1.
Proof.
  intros n x y a b s t w r r1 (N & S & W & R & E) R1 Y. destruct (spread_covers a b s t w W) as [W1 C].
  assert (D := step_error x a b s t S). split; [lia|]. split; [apply rnd_is_binary64|]. split; [exact W1|].
  split; [lra|]. rewrite grown_next by exact N. rewrite plus_IZR.
  assert (G := grown_cube n). set (g := grown n ^ 3) in *.
  replace ((grown n * (1 + u)) ^ 3) with (g * (1 + u) ^ 3) by (unfold g; ring). clearbody g.
  set (z := Rabs (rest a b) + Rabs (carried a b s) + Rabs (tail a b s t)) in *.
  assert (Z0 : 0 <= z).
  { unfold z. assert (A := Rabs_pos (rest a b)). assert (B := Rabs_pos (carried a b s)).
    assert (F := Rabs_pos (tail a b s t)). lra. }
  assert (T : Rabs (x + y - (sum a b s + tail a b s t)) <= Rabs (x + a * b - (sum a b s + tail a b s t)) + (r1 - r)).
  { replace (x + y - (sum a b s + tail a b s t)) with ((x + a * b - (sum a b s + tail a b s t)) + (y - a * b)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. lra. }
  set (w1 := spread a b s t w) in *. clearbody z w1. assert (I : 0 <= IZR n) by (apply IZR_le; exact N).
  set (k := IZR n) in *. clearbody k. assert (U := u_small). assert (H := h_positive).
  set (c := (1 + u) ^ 3) in *. assert (C1 : 1 <= c) by (apply pow_R1_Rle; lra). clearbody c.
  assert (KH : 0 <= k * h) by (apply Rmult_le_pos; lra).
  assert (Q : u * (w + z) <= u * (c * w1 + 4 * h)) by (apply Rmult_le_compat_l; lra).
  assert (UH : u * h <= / 1000 * h) by (apply Rmult_le_compat_r; lra).
  assert (M : g * (u * (w + z) + 4 * (k * h) + 3 * h) <= g * (c * (u * w1 + 4 * (k + 1) * h))).
  { apply Rmult_le_compat_l; [lra|]. assert (O : 4 * (k * h) + 4 * h <= c * (4 * (k * h) + 4 * h)) by nra. lra. }
  assert (F : u * z + 3 * h <= g * (u * z + 3 * h)).
  { assert (0 <= u * z) by (apply Rmult_le_pos; lra). nra. }
  lra.
Qed.

Lemma twofold_next : forall n x a b s t w r, twofold n x s t w r ->
  twofold (n + 1) (x + a * b) (sum a b s) (tail a b s t) (spread a b s t w) r.
Proof.
  intros n x a b s t w r X. apply (twofold_step n x (a * b) a b s t w r r X); [lra|].
  unfold Rminus. rewrite !Rplus_opp_r, Rabs_R0. lra.
Qed.

Lemma twofold_next_ball : forall n x y a e b s t w r, twofold n x s t w r -> Rabs (y - a) <= e ->
  twofold (n + 1) (x + y * b) (sum a b s) (tail a b s t) (spread a b s t w)
    (upward (rnd (r + upward (rnd (e * Rabs b))))).
Proof.
  intros n x y a e b s t w r X Y. assert (B := Rabs_pos b). assert (R : 0 <= r) by apply X.
  assert (E : 0 <= e) by (eapply Rle_trans; [apply Rabs_pos|exact Y]).
  assert (P0 : 0 <= e * Rabs b) by (apply Rmult_le_pos; assumption). assert (P := up_bounds _ P0).
  set (p := upward (rnd (e * Rabs b))) in *. clearbody p.
  assert (Q0 : 0 <= r + p) by lra. assert (Q := up_bounds _ Q0). set (q := upward (rnd (r + p))) in *. clearbody q.
  apply (twofold_step n x (y * b) a b s t w r q X); [lra|].
  replace (y * b - a * b) with ((y - a) * b) by ring. rewrite Rabs_mult.
  assert (M : Rabs (y - a) * Rabs b <= e * Rabs b) by (apply Rmult_le_compat_r; assumption). lra.
Qed.

Lemma twofold_next_term : forall n x y a e s t w r, twofold n x s t w r -> Rabs (y - a) <= e ->
  twofold (n + 1) (x + y) (sum a 1 s) (tail a 1 s t) (spread a 1 s t w) (upward (rnd (r + e))).
Proof.
  intros n x y a e s t w r X Y. assert (R : 0 <= r) by apply X.
  assert (E : 0 <= e) by (eapply Rle_trans; [apply Rabs_pos|exact Y]).
  assert (Q0 : 0 <= r + e) by lra. assert (Q := up_bounds _ Q0). set (q := upward (rnd (r + e))) in *. clearbody q.
  apply (twofold_step n x y a 1 s t w r q X); [lra|]. rewrite Rmult_1_r. lra.
Qed.

Lemma twofold_skips : forall n x s t w r, twofold n x s t w r -> twofold (n + 1) x s t w r.
Proof.
  intros n x s t w r (N & S & W & R & E). repeat split; try assumption; [lia|].
  eapply Rle_trans; [exact E|]. apply Rplus_le_compat_l. rewrite plus_IZR.
  assert (I : 0 <= IZR n) by (apply IZR_le; exact N). assert (H := h_positive). assert (U := u_small).
  assert (KH : 0 <= IZR n * h) by (apply Rmult_le_pos; lra). assert (UW : 0 <= u * w) by (apply Rmult_le_pos; lra).
  apply Rmult_le_compat; [assert (G := grown_cube n); lra|lra| |lra].
  apply pow_incr. split; [assert (G := grown_least n); lra|apply grown_monotone; lia].
Qed.

Lemma twofold_near : forall n x s t w r, (n <= 1073741824)%Z -> twofold n x s t w r ->
  Rabs (x - rnd (s + t)) <=
  upward (rnd (r + upward (rnd (one_rounding (rnd (s + t)) + upward (rnd (w * (65537 / 590295810358705651712))))))).
Proof.
  intros n x s t w r M (N & _ & W & R & E). assert (O := one_rounding_bounds (s + t)).
  assert (O0 := one_rounding_nonnegative (rnd (s + t))). set (o := one_rounding (rnd (s + t))) in *. clearbody o.
  assert (W0 : 0 <= w * (65537 / 590295810358705651712)) by lra. assert (V := up_strong _ W0).
  assert (V0 := up_bounds _ W0). set (v := upward (rnd (w * (65537 / 590295810358705651712)))) in *. clearbody v.
  assert (A0 : 0 <= o + v) by lra. assert (A := up_bounds _ A0). set (a := upward (rnd (o + v))) in *. clearbody a.
  assert (B0 : 0 <= r + a) by lra. assert (B := up_bounds _ B0). set (b := upward (rnd (r + a))) in *. clearbody b.
  assert (T : Rabs (x - rnd (s + t)) <= Rabs (x - (s + t)) + Rabs (rnd (s + t) - (s + t))).
  { replace (x - rnd (s + t)) with ((x - (s + t)) + - (rnd (s + t) - (s + t))) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  set (f := Rabs (rnd (s + t) - (s + t))) in *. clearbody f. set (d := Rabs (x - (s + t))) in *. clearbody d.
  set (c := Rabs (x - rnd (s + t))) in *. clearbody c.
  destruct (grown_few n ltac:(lia)) as [_ G]. assert (G1 := grown_least n). destruct (many_h n ltac:(lia)) as [K0 K].
  set (g := grown n) in *. clearbody g. set (k := IZR n * h) in *.
  replace (4 * IZR n * h) with (4 * k) in E by (unfold k; ring).
  clearbody k. assert (G3 : g ^ 3 <= 1 + / 131072).
  { apply Rle_trans with ((1 + / 4194304) ^ 3); [apply pow_incr; lra|lra]. }
  set (g3 := g ^ 3) in *. clearbody g3.
  assert (UW : 0 <= u * w) by (apply Rmult_le_pos; [unfold u; lra|exact W]).
  assert (L : g3 * (u * w + 4 * k) <= (1 + / 131072) * (u * w + 4 * k)) by (apply Rmult_le_compat_r; lra).
  assert (VW : (1 + / 131072) * (u * w) + least / 2 <= v).
  { unfold u in *. generalize dependent least. intros. nra. }
  generalize dependent least. intros. lra.
Qed.
