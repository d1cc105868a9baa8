(* KEY 0471e92278e3 *)
(* scores of 1 everywhere: the weights sum to 1, and the values are 1 *)
From Plumbline Require Import position.rope_math proposition.first_math weight.softpick_math must_fail.row_witness.
intro H. destruct (H 1 0 0 1 (1 / 2)) as [N B]; [lra..|].
set (t := Z.max 1 N). assert (T : (0 < t)%Z) by (unfold t; lia).
specialize (B (constant 1) (constant 1) every_key t t 1%Z 0%Z ltac:(unfold t; lia) (every_key_first t T)).
assert (F : P_falling (constant 1) t 1 0) by (intros j J L; unfold L_el, constant; ring).
assert (V : P_equal_values (constant 1) every_key t 1 0 1) by (intros j J L _; reflexivity).
specialize (B F V).
assert (W : ~ P_vacant every_key t) by (intro Q; discriminate (Q 0%Z ltac:(lia))).
destruct (largest_is_reached (constant 1) every_key t ltac:(lia) W) as (i & I & _ & G).
assert (X : L_excess 1 1 = 1 - exp (- (1))) by (unfold L_excess; replace (1 - 1) with 0 by ring; rewrite exp_0;
  reflexivity).
assert (Y := exp_of_minus_one_below).
assert (S : L_excesses (constant 1) every_key 1 t = IZR t * (1 - exp (- (1)))).
{ unfold L_excesses, every_key, constant. rewrite X, Rabs_pos_eq, sum_of_constant by (lia || lra). reflexivity. }
assert (Z : 1 <= IZR t) by (apply (IZR_le 1); lia).
assert (A : L_el (L_aggregate (L_softpick (constant 1) every_key t 0) every_key (constant 1) 1 t) 0 = 1).
{ unfold L_el, L_aggregate, L_weighted.
  rewrite (sum_same _ (fun _ => 1 / IZR t)).
  - rewrite sum_of_constant by lia. field. lra.
  - intros j J. change (constant 1 i) with 1 in G. change (every_key j) with true. cbv iota.
    unfold L_softpick. change (every_key j) with true. cbv iota. rewrite G.
    change (constant 1 j) with 1. change (constant 1 (L_place j 1 0)) with 1. rewrite X, S, Rmax_right by lra. field.
    lra. }
rewrite A, Rabs_R1 in B. lra.
