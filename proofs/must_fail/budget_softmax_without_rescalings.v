(* KEY b1518fb8513d *)
From Plumbline Require Import must_fail.compare_witness compare.shapes.
(* Two keys of the score 0 and of the values 0 and 1; the first is rescaled by e^-1 while the shift stays: more than
   half falls to the second. *)
intro H. set (c := exp (-1)). assert (C : 0 < c < 1) by exact inverse_of_e.
assert (Q : / 2 < / (c + 1)) by (apply Rinv_lt_contravar; lra).
set (zero := fun _ : Z => 0). set (one := fun _ : Z => 1).
specialize (H zero zero zero (two 0 1) (two 0 1) one one one (two c 1) zero zero (L_softmax zero (fun _ => true) 2)
  (fun _ => true) 2%Z 1%Z 0%Z 0%Z 0 0 0 0 0 0 0 0 0 0 1 0 0 1 (c + 1) 1 1 eq_refl).
unfold L_mean_error, L_least_denominator, L_spread, L_magnitude, L_compound, L_softmax, L_exponentials, L_lost_weight,
  L_growths, L_shrinkages, zero, one in H. cbv zeta in H. sums.
rewrite !growth_of_nothing, !sum_two, !two_first, !two_second, ?Rminus_0_r, ?Ropp_0, ?exp_0 in H.
replace (1 / (1 + 1)) with (1 / 2) in H by field. premises H. destruct H as (_ & H).
- apply sum_of_two; lra.
- apply sum_of_two; [lra|]. rewrite two_first, two_second. ring.
- intros; numbers.
- assert (E : exp (0 + 0 + - (1) * 0) = 1) by (rewrite <- exp_0; f_equal; ring).
  apply both; rewrite ?two_first, ?two_second; unfold P_key_weighs; cbv zeta; rewrite E; repeat split; try numbers.
  + exists 1%Z. split; [lia|exact rescaled_by_error].
  + exact (never_rescaled 0 1 0 0 0 1 ltac:(lia)).
- refuted H.
