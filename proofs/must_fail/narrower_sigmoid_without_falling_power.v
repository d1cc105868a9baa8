(* KEY 3e33f17017f9 *)
From Plumbline Require Import must_fail.engine_witness.
(* e^-5 off by 1 *)
intro H. assert (X := Exp_prop.exp_pos (- (5))). assert (O := exp_ineq1 1 ltac:(lra)). set (p := exp (- (5)) + 1) in *.
assert (W : P_sigmoid_computed none (only 4 1) 5 (1 / (1 + p) - 4)).
{ apply (H _ _ 5 5 p).
  - exists 5. split; exists 5; split; rounds.
  - replace (- (1) * 5) with (- (5)) by ring. split; [unfold p; lra|unfold p; rounds].
  - set (q := 1 / (1 + p)). clearbody q. exists (q - 2). split; [exists (q - 3)|exists (q - 1)]; split; rounds. }
destruct W as (a & power & q & A & P0 & E & Y).
assert (P : 1 / (1 + p) < / 2).
{ apply Rmult_lt_reg_r with (1 + p); [unfold p; lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; unfold p; lra. }
off. destruct E as [[]|(E & Q)]. bounds.
assert (R : exp 1 <= exp a) by (destruct (Rle_lt_or_eq_dec 1 a ltac:(lra)) as [L|L];
  [left; apply exp_increasing, L|rewrite L; lra]).
assert (/ 2 <= q); [|lra].
apply Rmult_le_reg_r with (1 + power); [lra|]. rewrite Q. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
