(* KEY 3e33f17017f9 *)
From Plumbline Require Import must_fail.engine_witness compare.rounded_sum_math.
(* 1/2, doubled at each of four roundings *)
intro H. assert (W : P_sigmoid_computed (only 4 1) none 0 8).
{ apply (H _ _ 0 0 1).
  - exists 0. split; exists 0; split; rounds.
  - split; [lra|]. rewrite Rmult_0_r, exp_0. rounds.
  - exists 2. split; [exists 4|exists 1]; split; rounds. }
destruct W as (a & power & q & A & P0 & E & Y). values.
apply roundings_grow in A; [|lra|lra]. apply roundings_grow in Y; [|lra|lra].
destruct A as (_ & A). destruct Y as (_ & Y).
unfold near_rounded, L_growth in A, Y. simpl in A, Y. rewrite Rabs_R0 in A. bounds. assert (a = 0) by lra. subst a.
rewrite Ropp_0, exp_0 in E. assert (Q : q = / 2) by
  (destruct E as [(E & Q)|(E & Q)]; bounds; replace power with 1 in Q by lra; rewrite Q; field).
rewrite Q, (Rabs_pos_eq (/ 2)) in Y by lra. bounds. lra.
