(* KEY e871607ec024 *)
From Plumbline Require Import must_fail.compare_witness compare.shapes number.exp_interval.
(* Two keys of the values 0 and 1, whose scores are 0 and -10; the second comes out as 0, so that half falls to it. *)
intro H. set (z := exp (-10)). assert (small : 0 < z < 1 / 1000) by (unfold z; split; interval with (i_prec 60)).
set (zero := fun _ : Z => 0). set (one := fun _ : Z => 1).
specialize (H (two 0 (-10)) (two 0 10) zero (two 0 1) (two 0 1) one one one (two 1 1) zero zero
  (L_softmax (two 0 (-10)) (fun _ => true) 2) (fun _ => true) 2%Z 1%Z 0%Z 0%Z 0 0 10 0 0 0 0 0 0 0 0 0 0 0
  1 2 1 (1 / 2) eq_refl).
assert (left : L_vanished 0 10 = z)
  by (unfold L_vanished, z; replace (-10) with (- (10 * (1 + - (1) * 0))) by ring; rewrite exp_Ropp; unfold Rdiv; ring).
unfold L_mean_error, L_least_denominator, L_spread, L_magnitude, L_compound, L_softmax, L_exponentials, L_lost_weight,
  L_growths, L_shrinkages, real_of_int, zero, one in H. cbv zeta in H. sums.
rewrite !growth_of_nothing, !sum_two, !two_first, !two_second, ?Rminus_0_r, ?Ropp_0, ?Rmult_0_l, ?Rplus_0_l,
  ?exp_0, left in H. fold z in H.
assert (share : 0 < z / (1 + z) < 1 / 1000)
  by (split; apply (Rmult_lt_reg_r (1 + z)); try lra; field_simplify; lra).
set (o := z / (1 + z)) in *. assert (0 <= z * o <= z) by nra. clearbody o z.
premises H. destruct H as (_ & H).
- apply sum_of_two; lra.
- apply sum_of_two; [lra|]. rewrite two_first, two_second. ring.
- intros; numbers.
- assert (E : forall x, x = 0 -> exp x = 1) by (intros x X; rewrite X; apply exp_0).
  apply both; rewrite ?two_first, ?two_second; unfold P_key_weighs, P_key_vanishes; cbv zeta; rewrite !E by ring;
    [right|left]; repeat split; first [numbers | apply never_rescaled; lia].
- refuted H.
