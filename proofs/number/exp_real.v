(* Facts about the real exponential that the rest of the library leans on. *)
From Coq Require Import Reals Lra Psatz.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_interval exp_rounding.
Open Scope R_scope.

Theorem exp_monotone : forall x y, x <= y -> exp x <= exp y.
Proof.
  intros x y [H|H]; [left; apply exp_increasing; exact H|right; f_equal; exact H].
Qed.

(* Where the computed exponential ends: at -708 the value is still normal, ... *)
Theorem exp_least_normal : bpow radix2 (-1022) < exp (-708).
Proof. rewrite bpow_exp. simpl. apply exp_increasing. interval with (i_prec 60). Qed.

(* ... and further left it is at most twice the least normal number. *)
Theorem exp_tail : forall y, y <= -708 -> 0 < exp y <= bpow radix2 (-1021).
Proof.
  intros y H. split; [apply exp_pos|]. rewrite bpow_exp. simpl. apply exp_monotone.
  apply Rle_trans with (-708); [exact H|]. interval with (i_prec 60).
Qed.

(* exp d <= 1 + d + d^2 on [0, 1], from exp d = 1 / exp (- d / 8)^8 and exp (- d / 8) >= 1 - d / 8. *)
Lemma exp_at_most_quadratic : forall d, 0 <= d <= 1 -> exp d <= 1 + d + d * d.
Proof.
  intros d H.
  assert (L : 1 - d / 8 <= exp (- (d / 8))).
  { assert (E := exp_ineq1_le (- (d / 8))). lra. }
  assert (P : (1 - d / 8) ^ 8 <= exp (- d)).
  { replace (exp (- d)) with (exp (- (d / 8)) ^ 8).
    - apply pow_incr. lra.
    - simpl. rewrite Rmult_1_r, <- !exp_plus. f_equal. field. }
  assert (Q : 1 <= (1 - d / 8) ^ 8 * (1 + d + d * d)).
  { set (e := d / 8). replace d with (8 * e) by (unfold e; field).
    assert (B : 0 <= e <= / 8) by (unfold e; lra). clearbody e.
    assert (N : 0 <= 28 - 344 * e + 1414 * e ^ 2 - 3080 * e ^ 3 + 4060 * e ^ 4 - 3368 * e ^ 5
      + 1729 * e ^ 6 - 504 * e ^ 7 + 64 * e ^ 8) by interval with (i_bisect e, i_prec 60).
    assert (M := Rmult_le_pos _ _ (pow2_ge_0 e) N).
    apply Rge_le, Rminus_ge, Rle_ge. eapply Rle_trans; [exact M|]. right. ring. }
  rewrite exp_Ropp in P. assert (E := exp_pos d).
  apply Rmult_le_reg_l with (/ exp d); [apply Rinv_0_lt_compat; exact E|].
  rewrite Rinv_l by lra. eapply Rle_trans; [exact Q|]. apply Rmult_le_compat_r; [nra|exact P].
Qed.

Theorem exp_shift : forall m d rho, Rabs d <= rho -> rho <= 1 ->
  Rabs (exp (m + d) - exp m) <= exp m * (rho + rho * rho).
Proof.
  intros m d rho D B. rewrite exp_plus.
  replace (exp m * exp d - exp m) with (exp m * (exp d - 1)) by ring.
  rewrite Rabs_mult, (Rabs_pos_eq (exp m)) by (apply Rlt_le, exp_pos).
  apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|].
  assert (N := Rabs_pos d). apply Rabs_bounds in D.
  assert (L := exp_ineq1_le d).
  assert (U := exp_at_most_quadratic rho ltac:(lra)).
  assert (M := exp_monotone d rho ltac:(lra)).
  assert (S := Rle_0_sqr rho). unfold Rsqr in S. apply Rabs_le. lra.
Qed.
