(* KEY 255df266ad85 *)
From Plumbline Require Import must_fail.compare_witness compare.shapes number.exp_interval.
(* Two keys of the values 0 and 1, whose scores are 0 and -1; the second, below by far = 1, comes out as -2. *)
intro H. set (e := exp (-2)). assert (P : 0 < e) by (unfold e; interval with (i_prec 60)).
assert (D : e / (1 + e) < exp (-1) / (1 + exp (-1))) by (unfold e; interval with (i_prec 60)).
set (zero := fun _ : Z => 0).
specialize (H (two 0 (-1)) (two 0 (-1)) zero (two 0 1) (two 0 1) (two 1 e) (two 1 e) (two 1 e) (two 1 1) zero zero
  (L_softmax (two 0 (-1)) (fun _ => true) 2) (fun _ => true) 2%Z 1%Z 0%Z 0%Z 0 0 1 0 0 0 0 0 0 0 0 0 0 0
  e (1 + e) 1 1 eq_refl).
assert (Q := proj1 inverse_of_e).
unfold L_mean_error, L_least_denominator, L_spread, L_magnitude, L_compound, L_softmax, L_exponentials, L_lost_weight,
  L_growths, L_shrinkages, real_of_int, zero in H. cbv zeta in H. sums.
rewrite !growth_of_nothing, !sum_two, !two_first, !two_second, ?Rminus_0_r, ?Ropp_0, ?Rmult_0_l, ?Rplus_0_l,
  ?exp_0 in H.
set (o := exp (-1) / (1 + exp (-1))) in *. set (q := e / (1 + e)) in *. premises H. destruct H as (_ & H).
- apply sum_of_two; [lra|]. rewrite two_first, two_second. ring.
- apply sum_of_two; [lra|]. rewrite !two_first, !two_second. ring.
- intros; numbers.
- assert (E : forall x y, x = y -> exp x = exp y) by (intros x y X; rewrite X; reflexivity).
  apply both; rewrite ?two_first, ?two_second; unfold P_key_weighs, P_key_vanishes; cbv zeta;
    [right|left]; repeat split; rewrite ?(E (0 + 0 + - (1) * 0) 0) by ring;
    rewrite ?(E (-1 + -1 + - (1) * 0) (-2)) by ring; rewrite ?exp_0; fold e;
    first [numbers | apply never_rescaled; lia].
- clearbody o q. refuted H.
