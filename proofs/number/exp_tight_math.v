(* exp_tight_math.v - no step of the exponential overflows, and its radius is at most 3 r + 2^-50 of the exponential. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded exp_rounding exp_reduction exp_accurate exp_real exp_scaling.
From Plumbline.number Require Import exp_interval exp_range upward_math ball_math sum_math exp_balls tight_math.
Open Scope R_scope.

Lemma moderate_one : moderate 1.
Proof. change 1 with (bpow radix2 0). split; apply bpow_le; lia. Qed.

Lemma exponential_moderate : forall x, Rabs x <= 512 -> moderate (exp x).
Proof.
  intros x X. apply Rabs_le_inv in X. assert (L : 6931 / 10000 <= ln 2) by interval with (i_prec 60).
  split; rewrite bpow_exp; change (IZR radix2) with 2; apply exp_monotone; lra.
Qed.

Lemma horner_small : forall s r c, Rabs s <= 1 -> Rabs r <= / 2 -> Rabs c <= / 2 -> Rabs (rnd (s * r + c)) <= 1.
Proof.
  intros s r c S R C. change 1 with (bpow radix2 0). apply rnd_bounded; [lia|]. simpl.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult. assert (P := Rabs_pos r). assert (Q := Rabs_pos s). nra.
Qed.

Lemma polynomial_last : forall s r, Rabs s <= 1 -> Rabs r <= / 2 ->
  Rabs (rnd (r * r)) <= / 2 /\ Rabs (rnd (rnd (r * r) * s + r)) <= 1 /\ Rabs (rnd (1 + rnd (rnd (r * r) * s + r))) <= 2.
Proof.
  intros s r S R. assert (P := Rabs_pos r). assert (Q := Rabs_pos s).
  assert (A : Rabs (rnd (r * r)) <= / 2).
  { change (/ 2) with (bpow radix2 (-1)). apply rnd_bounded; [lia|]. simpl. rewrite Rabs_mult. nra. }
  assert (B : Rabs (rnd (rnd (r * r) * s + r)) <= 1).
  { change 1 with (bpow radix2 0). apply rnd_bounded; [lia|]. simpl.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult. assert (T := Rabs_pos (rnd (r * r))). nra. }
  split; [exact A|]. split; [exact B|]. change 2 with (bpow radix2 1). apply rnd_bounded; [lia|]. simpl.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_R1. lra.
Qed.

Lemma significand_in_range : forall p n, 0 <= p <= 2 -> (-1021 <= n <= 1021)%Z ->
  Rabs (p * bpow radix2 n) <= bpow radix2 1022.
Proof.
  intros p n P N. rewrite Rabs_mult, Rabs_pos_eq by apply P. rewrite Rabs_pos_eq by apply bpow_ge_0.
  change 1022%Z with (1 + 1021)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
  apply Rmult_le_compat; try lra; [apply bpow_ge_0|apply bpow_le; lia].
Qed.

Theorem radius_of_exp : forall a r y, Rabs a <= 512 -> 0 <= r <= 1 -> Rabs (y - exp a) <= / 4503599627370496 * exp a ->
  Rabs (rnd (r * above + above)) <= 4 /\ Rabs (moved_up r) <= 4 /\ ranged (rnd (y * moved_up r + least)) /\
  accurate y (rnd (y * moved_up r + least)) (3 * r + 8 * u) (exp a).
Proof.
  intros a r y A R E. assert (M := exponential_moderate a A). assert (P := exp_pos a).
  destruct (moderate_bounds _ M) as (_ & _ & L & _). assert (L0 := bpow_gt_0 radix2 (-1000)). fold least in L0.
  assert (U := u_small). apply Rabs_le_inv in E. set (e := exp a) in *. clearbody e. unfold moved_up.
  assert (S1 : 0 <= r * above + above <= (1 + r) * (1 + 8 * u) * 1) by (rewrite above_exact; unfold u; lra).
  assert (S2 := rnd_positive_upto _ _ _ moderate_one S1 ltac:(unfold u in *; lra)).
  set (s := rnd (r * above + above)) in *. clearbody s.
  assert (RR : 0 <= r * r <= r) by nra.
  assert (T1 : 0 <= r * s + 1125899906842625 / 5070602400912917605986812821504 <=
    (2 * r * (1 + 12 * u) + 2 * u * (1 + 8 * u)) * 1).
  { assert (C : 1125899906842625 / 5070602400912917605986812821504 = 2 * u * (1 + 8 * u)) by (unfold u; lra). rewrite C.
    assert (D : 0 <= r * s <= r * ((1 + r) * (1 + 8 * u) * (1 + 2 * u) * 1))
      by (split; [apply Rmult_le_pos|apply Rmult_le_compat_l]; lra).
    unfold u in *. lra. }
  assert (T2 := rnd_positive_upto _ _ _ moderate_one T1 ltac:(unfold u in *; lra)).
  set (w := rnd (r * s + _)) in *.
  assert (W1 : 0 <= w <= 2 * r * (1 + 20 * u) + 2 * u * (1 + 20 * u)) by (unfold u in *; lra).
  clear T2. clearbody w.
  assert (Y : 0 <= y <= (1 + 2 * u) * e) by (unfold u; lra).
  assert (V1 : 0 <= y * w + least <= (2 * r * (1 + 30 * u) + 3 * u) * e).
  { split; [assert (0 <= y * w) by (apply Rmult_le_pos; lra); lra|].
    assert (D : y * w <= (1 + 2 * u) * e * (2 * r * (1 + 20 * u) + 2 * u * (1 + 20 * u)))
      by (apply Rmult_le_compat; lra).
    assert (F : e * u * u * u <= u * / 2 * e) by (unfold u; lra).
    replace ((2 * r * (1 + 30 * u) + 3 * u) * e) with (e * r * (2 * (1 + 30 * u)) + 3 * u * e) by ring.
    replace ((1 + 2 * u) * e * (2 * r * (1 + 20 * u) + 2 * u * (1 + 20 * u)))
      with (e * r * (2 * (1 + 20 * u) * (1 + 2 * u)) + e * (2 * u * (1 + 20 * u) * (1 + 2 * u))) in D by ring.
    assert (ER : 0 <= e * r) by (apply Rmult_le_pos; lra). set (er := e * r) in *. clearbody er.
    unfold u in *. lra. }
  assert (V2 := rnd_positive_upto _ _ _ M V1 ltac:(unfold u in *; lra)).
  assert (V3 : (2 * r * (1 + 30 * u) + 3 * u) * (1 + 2 * u) <= 3 * r + 8 * u) by (unfold u in *; lra).
  split; [rewrite Rabs_pos_eq by apply S2; unfold u in *; lra|].
  split; [rewrite Rabs_pos_eq by apply W1; unfold u in *; lra|].
  split; [|split].
  - apply (ranged_upto _ _ _ M) with (2 := positive_upto _ _ V2). unfold u in *. lra.
  - apply Rabs_le. assert (G : 2 * u * e <= (3 * r + 8 * u) * e) by (apply Rmult_le_compat_r; lra). unfold u in *. lra.
  - split; [apply V2|]. eapply Rle_trans; [apply V2|]. apply Rmult_le_compat_r; lra.
Qed.

Theorem reduction_in_range : forall x, rnd x = x -> Rabs x <= 708 ->
  Rabs (rnd (exp_k x * ln2_high)) <= 1024 /\ Rabs (rnd (x - rnd (exp_k x * ln2_high))) <= 2048 /\
  Rabs (rnd (exp_k x * ln2_low)) <= 1 /\ Rabs (exp_r x) <= / 2.
Proof.
  intros x F X. destruct (exp_k_int x X) as (n & K & N). destruct (exp_reduction_error x F X) as (_ & L & _ & R).
  assert (KB : -1021 <= IZR n <= 1021) by (split; apply IZR_le; lia).
  assert (A : Rabs (rnd (exp_k x * ln2_high)) <= bpow radix2 10).
  { apply rnd_bounded; [lia|]. rewrite K. apply Rabs_le. unfold ln2_high. simpl. lra. }
  assert (B : Rabs (rnd (x - rnd (exp_k x * ln2_high))) <= bpow radix2 11).
  { apply rnd_bounded; [lia|]. simpl in A |- *. apply Rabs_le_inv in A, X. apply Rabs_le. lra. }
  split; [exact A|]. split; [exact B|]. split; [|lra].
  eapply Rle_trans; [exact L|]. change 1 with (bpow radix2 0). apply bpow_le. lia.
Qed.
