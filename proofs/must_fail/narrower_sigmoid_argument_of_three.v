(* KEY 3e33f17017f9 *)
From Plumbline Require Import must_fail.engine_witness compare.rounded_sum_math.
(* 1, tripled at each of four roundings, and the sigmoid of 81 likewise *)
intro H. set (s := fun x => 1 / (1 + exp (- x))). assert (S0 : forall x, 0 < s x < 1).
{ intro x. unfold s. assert (X := Exp_prop.exp_pos (- x)). split; [apply Rdiv_lt_0_compat; lra|].
  apply Rmult_lt_reg_r with (1 + exp (- x)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
assert (W : P_sigmoid_computed (only 4 2) none 1 (81 * s 81)).
{ apply (H _ _ 1 81 (exp (- (1) * 81))).
  - exists 9. split; [exists 27|exists 3]; split; rounds.
  - split; [left; apply Exp_prop.exp_pos|rounds].
  - replace (- (1) * 81) with (- (81)) by ring. fold (s 81). assert (P := S0 81). set (q := s 81) in *. clearbody q.
    exists (9 * q). split; [exists (27 * q)|exists (3 * q)]; split; rounds. }
destruct W as (a & power & q & A & P0 & E & Y). values.
apply roundings_grow in A; [|lra|lra]. apply roundings_grow in Y; [|lra|lra].
destruct A as (_ & A). destruct Y as (_ & Y).
unfold near_rounded, L_growth in A, Y. simpl in A, Y. rewrite Rabs_R1 in A. bounds. assert (X := Exp_prop.exp_pos a).
assert (X' := Exp_prop.exp_pos (- a)).
assert (I : exp a * exp (- a) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
assert (Q : q = s a).
{ unfold s. destruct E as [(E & Q)|(E & Q)]; bounds; subst q.
  - replace power with (exp (- a)) by lra. reflexivity.
  - replace power with (exp a) by lra. apply Rmult_eq_reg_r with ((1 + exp a) * (1 + exp (- a))); [|nra].
    replace (exp a / (1 + exp a) * ((1 + exp a) * (1 + exp (- a)))) with (exp a + exp a * exp (- a)) by (field; lra).
    rewrite I. field. lra. }
assert (B := S0 a). subst q. rewrite (Rabs_pos_eq (s a)) in Y by lra. bounds.
assert (L : s a < s 81).
{ unfold s. assert (R := exp_increasing (- (81)) (- a) ltac:(lra)). assert (X'' := Exp_prop.exp_pos (- (81))).
  unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_lt_contravar; [apply Rmult_lt_0_compat|]; lra. }
lra.
