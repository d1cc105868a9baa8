(* log_math.v - why the radius of the certified logarithm suffices. *)
From Coq Require Import Reals Lra Psatz.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded upward_math ball_math.
Open Scope R_scope.

Lemma ratio_below : forall d D l s, 0 <= d -> d <= D -> 0 < l -> l <= s -> d / s <= D / l.
Proof.
  intros d D l s N B L S. unfold Rdiv. apply Rmult_le_compat; [exact N| |exact B|apply Rinv_le; lra].
  left. apply Rinv_0_lt_compat. lra.
Qed.

(* 1 + z <= e^z for z = ln x - y, and for z = y - ln x *)
Lemma logarithm_distance : forall x y l D, 0 < l -> l <= x -> l <= exp y -> Rabs (x - exp y) <= D ->
  Rabs (ln x - y) <= D / l.
Proof.
  intros x y l D L X Y B. assert (XP : 0 < x) by lra. assert (YP := exp_pos y).
  assert (XE := exp_ln x XP). apply Rabs_le_inv in B.
  assert (N : 0 <= D) by lra.
  assert (Q : 0 <= D / l) by (apply Rmult_le_pos; [exact N|left; apply Rinv_0_lt_compat, L]).
  unfold Rabs. destruct (Rcase_abs (ln x - y)) as [low|high].
  - assert (E := exp_ineq1_le (y - ln x)).
    assert (P : exp (y - ln x) = exp y / x) by (unfold Rminus; rewrite exp_plus, exp_Ropp, XE; reflexivity).
    destruct (Rle_or_lt (exp y) x) as [G|G].
    + assert (T := exp_increasing (ln x) y ltac:(lra)). lra.
    + assert (R := ratio_below (exp y - x) D l x ltac:(lra) ltac:(lra) L X).
      replace (exp y / x) with (1 + (exp y - x) / x) in P by (field; lra). lra.
  - assert (E := exp_ineq1_le (ln x - y)).
    assert (P : exp (ln x - y) = x / exp y) by (unfold Rminus; rewrite exp_plus, exp_Ropp, XE; reflexivity).
    destruct (Rle_or_lt x (exp y)) as [G|G].
    + assert (T : ~ y < ln x) by (intro I; apply exp_increasing in I; lra). lra.
    + assert (R := ratio_below (x - exp y) D l (exp y) ltac:(lra) ltac:(lra) L Y).
      replace (x / exp y) with (1 + (x - exp y) / exp y) in P by (field; lra). lra.
Qed.

(* the candidate y, x - e^y in the ball d, e *)
Lemma logarithm_near : forall x y d e l, 0 < l -> l <= x -> l <= exp y -> Rabs (x - exp y - d) <= e ->
  Rabs (ln x - y) <= upward (rnd (upward (rnd (Rabs d + e)) / l)).
Proof.
  intros x y d e l L X Y B. assert (E := near_radius _ _ _ B). assert (P := Rabs_pos d).
  assert (D : Rabs (x - exp y) <= upward (rnd (Rabs d + e))).
  { replace (x - exp y) with (d + (x - exp y - d)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. apply sum_up_covers; try apply Rabs_pos; lra. }
  eapply Rle_trans; [exact (logarithm_distance x y l _ L X Y D)|]. apply up_bounds, Rmult_le_pos.
  - eapply Rle_trans; [apply Rabs_pos|exact D].
  - left. apply Rinv_0_lt_compat, L.
Qed.

(* the lower end of a ball *)
Lemma end_below : forall x a r, 0 < downward (rnd (a - r)) -> Rabs (x - a) <= r -> downward (rnd (a - r)) <= x.
Proof. intros x a r P B. apply down_bounds in P. apply Rabs_le_inv in B. lra. Qed.
