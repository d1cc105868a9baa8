(* KEY ccccf69d1a49 *)
From Plumbline Require Import must_fail.engine_witness.
(* e^-5 off by 1, in the numerator, too *)
intro H. assert (X := Exp_prop.exp_pos (- (5))). assert (O := exp_ineq1 1 ltac:(lra)). set (p := exp (- (5)) + 1) in *.
assert (W : P_sigmoid_computed none (only 4 1) (- (5)) (p / (1 + p) + 4)).
{ apply (H _ _ (- (5)) (- (5)) p).
  - exists (- (5)). split; exists (- (5)); split; rounds.
  - split; [unfold p; lra|unfold p; rounds].
  - set (q := p / (1 + p)). clearbody q. exists (q + 2). split; [exists (q + 3)|exists (q + 1)]; split; rounds. }
destruct W as (a & power & q & A & P0 & E & Y).
assert (P : / 2 < p / (1 + p)).
{ apply Rmult_lt_reg_r with (1 + p); [unfold p; lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; unfold p; lra. }
off. assert (R : forall x, 1 <= x -> exp 1 <= exp x)
  by (intros x [L|L]; [left; apply exp_increasing, L|rewrite L; lra]).
assert (A1 := R (- a) ltac:(lra)).
assert (I : exp a * exp (- a) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
assert (Q : q < / 2).
{ assert (X2 := Exp_prop.exp_pos a). destruct E as [(E & Q)|[]]; bounds.
  apply Rmult_lt_reg_r with (1 + power); [lra|]. rewrite Q. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; nra. }
lra.
