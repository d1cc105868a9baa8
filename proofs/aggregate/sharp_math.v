(* sharp_math.v - sums of products whose first factors are balls, in blocks of 16, with a radius to which each product
   adds its own part: the case of groups of one of the weighted sums of number/sum_math.v. *)
From Coq Require Import Reals ZArith Lia Lra.
From Plumbline.number Require Import exp_rounded exp_rounding upward_math ball_math sum_math.
Open Scope R_scope.

(* m is the exact sum of the middles times the values, a of the absolute values of these products; g times a covers the
   roundings of the computed sum.  w is what `spread` stands for, without its roundings. *)
Definition sharpened (n i : Z) (g x sum part spread : R) : Prop := (0 <= i <= n)%Z /\ exists m a w,
  blocked 16 n i m a sum part /\ covers i i g x m a w spread 0.

Lemma sharpened_none : forall n g, (0 <= n)%Z -> 0 <= g -> sharpened n 0 g 0 0 0 0.
Proof.
  intros n g N G. split; [lia|]. exists 0, 0, 0. split; [apply blocked_start; lia|].
  split; [exact G|]. split; [lra|]. split; [exact summed_nothing|]. rewrite Rminus_0_r, Rabs_R0. lra.
Qed.

Lemma still_covered : forall n i g x m a w spread, (0 <= i < n)%Z -> covers i i g x m a w spread 0 ->
  covers (i + 1) (i + 1) g x m a w spread 0.
Proof.
  intros n i g x m a w e I C. apply (covers_later _ i); [lia|lra|].
  destruct C as (G & E & W & D). do 2 (split; [assumption|]). split; [|exact D]. revert W. apply summed_deeper; lia.
Qed.

Lemma sharpened_skips : forall n i g x sum part spread sum1 part1, (i < n)%Z ->
  sharpened n i g x sum part spread -> closing 16 n i sum part sum1 part1 ->
  sharpened n (i + 1) g x sum1 part1 spread.
Proof.
  intros n i g x s p e s1 p1 L (I & m & a & w & [(_ & B)|(N & _)] & C) K; [|lia].
  split; [lia|]. exists m, a, w. split; [|apply (still_covered n); [lia|exact C]].
  apply (close _ _ _ _ _ s p); [exact L|apply fill_nothing; exact B|exact K].
Qed.

Lemma sharpened_takes : forall n i g x mid rad f y sum part spread sum1 part1, (i < n)%Z ->
  sharpened n i g x sum part spread -> Rabs (f - mid) <= rad ->
  closing 16 n i sum (rnd (mid * y + part)) sum1 part1 ->
  sharpened n (i + 1) g (x + f * y) sum1 part1 (rnd (rnd (least + rnd (g * Rabs mid + rad)) * Rabs y + spread)).
Proof.
  intros n i g x mid rad f y s p e s1 p1 L (I & m & a & w & [(_ & B)|(N & _)] & G & E & W & D) F K; [|lia].
  assert (R := near_radius _ _ _ F). assert (Y := Rabs_pos y). assert (M := Rabs_pos mid). assert (P := least_positive).
  assert (GM : 0 <= g * Rabs mid) by (apply Rmult_le_pos; assumption).
  destruct (share_grows least (g * Rabs mid + rad) (Rle_refl _) ltac:(lra)) as (C1 & C).
  set (c1 := rnd (least + _)) in *. clearbody c1.
  assert (W0 : 0 <= w) by (eapply Rle_trans; [apply Rabs_pos|apply W]).
  assert (CY : 0 <= c1 * Rabs y) by (apply Rmult_le_pos; lra).
  split; [lia|]. exists (m + mid * y), (a + Rabs (mid * y)), (w + c1 * Rabs y).
  split; [|split; [exact G|split; [apply rnd_nonnegative; lra|split]]].
  - apply (close _ _ _ _ _ s (rnd (mid * y + p))); [exact L| |exact K].
    apply (fill _ _ _ _ _ _ p); [exact B|]. intros. apply summed_fused. assumption.
  - assert (S := summed_fused _ _ _ _ _ c1 (Rabs y) W). rewrite (Rabs_pos_eq _ CY) in S. exact S.
  - assert (T : Rabs (x + f * y - (m + mid * y)) <= Rabs (x - m) + rad * Rabs y).
    { replace (x + f * y - (m + mid * y)) with ((x - m) + (f - mid) * y) by ring.
      eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult.
      apply Rplus_le_compat_l, Rmult_le_compat_r; assumption. }
    rewrite Rabs_mult. rewrite Rplus_0_r in *. set (t := g * Rabs mid + rad) in *.
    replace (g * (a + Rabs mid * Rabs y)) with (g * a + (t - rad) * Rabs y) by (unfold t; ring).
    assert (Q := slack_least i). assert (Q1 := slack_next i ltac:(lia)). set (q := slack i) in *. clearbody q.
    assert (T0 : 0 <= t) by (unfold t; lra). clearbody t.
    assert (V : t * Rabs y <= c1 * (1 + 4 * u) * Rabs y) by (apply Rmult_le_compat_r; lra).
    assert (U := u_small).
    assert (CU : 0 <= c1 * (1 + 4 * u) * Rabs y).
    { rewrite Rmult_assoc, (Rmult_comm (1 + 4 * u)), <- Rmult_assoc. apply Rmult_le_pos; lra. }
    assert (V1 : c1 * (1 + 4 * u) * Rabs y * 1 <= c1 * (1 + 4 * u) * Rabs y * q)
      by (apply Rmult_le_compat_l; assumption).
    assert (WU : 0 <= w * u * q).
    { apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]. }
    apply Rle_trans with ((w + c1 * Rabs y) * ((1 + 4 * u) * q)).
    { replace ((w + c1 * Rabs y) * ((1 + 4 * u) * q))
        with (w * q + 4 * (w * u * q) + c1 * (1 + 4 * u) * Rabs y * q) by ring. lra. }
    apply Rmult_le_compat_l; [lra|]. rewrite Rmult_comm. exact Q1.
Qed.

Lemma sharpened_near : forall n x sum part spread, (0 <= n <= 1073741824)%Z ->
  sharpened n n (roundings (depth 16 n)) x sum part spread ->
  Rabs (x - sum) <= upward (rnd (spread * (65537 / 65536))).
Proof.
  intros n x s p e N (_ & m & a & w & [(K & _)|(_ & K)] & G & E & W & D); [lia|].
  assert (DN : (1 <= depth 16 n <= 1073741825)%Z) by (unfold depth; Z.div_mod_to_equations; lia).
  assert (T := closed_near _ _ _ _ _ N DN K). set (g := roundings _) in *. clearbody g. clear DN K.
  apply (summed_deeper n (n + 1) n (2 * n)) in W; [|lia|lia].
  assert (W0 : 0 <= w) by (eapply Rle_trans; [apply Rabs_pos|apply W]).
  assert (B := size_bound _ _ _ N W). destruct (many_h n N) as [Z0 Z1].
  rewrite Rplus_0_r in D. assert (Q := Rmult_le_compat_l w _ _ W0 (slack_few n N)).
  assert (E0 : 0 <= e * (65537 / 65536)) by lra.
  assert (V := up_strong _ E0). assert (U := u_small). assert (EU : 0 <= e * u) by (apply Rmult_le_pos; lra).
  rewrite mult_IZR in B. replace (8 * IZR n * h) with (8 * (IZR n * h)) in B by ring.
  replace (x - s) with ((x - m) + (m - s)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. set (z := IZR n * h) in *. clearbody z.
  set (r := upward _) in *. clearbody r.
  set (wq := w * slack n) in *. clearbody wq. generalize dependent least. intros l0 Z1 V T. lra.
Qed.
