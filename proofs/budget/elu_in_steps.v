(* KEY 8aac41112998 *)
From Plumbline Require Import budget.step_by_step_math.
intros u t x first computed stored y UT F BEGUN S Y.
rounding P_rounded_in u t IN.
rounding_twice P_rounded_twice IN u t TWICE.
exists first, computed, stored. split; [|split; [apply TWICE, F|split; [apply IN, S|]]].
- destruct (UT 10%Z ltac:(lia)) as (U & _). unfold P_elu_begun, P_exponential_computed, L_el in BEGUN.
  cbv zeta in BEGUN.
  assert (BOUND : x <= 0 -> forall c, Rabs (first - (exp x - 1)) <= u 10%Z * c + t 4%Z ->
    c <= Rmax (exp x) (1 - exp x) -> 0 < x /\ first = x \/
    x <= 0 /\ Rabs (first - (exp x - 1)) <= u 10%Z * Rmax (exp x) (1 - exp x) + t 4%Z).
  { intros N c B C. right. split; [exact N|]. eapply Rle_trans; [exact B|]. apply Rplus_le_compat_r.
    apply Rmult_le_compat_l; assumption. }
  destruct BEGUN as [[D|D]|D].
  + left. destruct D. split; assumption.
  + destruct D as (N & _ & E). apply (BOUND N (exp x)); [|apply Rmax_l].
    replace (first - (exp x - 1)) with (1 + first + - (1) * exp x) by ring. eapply Rle_trans; [exact E|right; ring].
  + destruct D as (N & E). apply (BOUND N (1 - exp x)); [|apply Rmax_r].
    replace (first - (exp x - 1)) with (1 + first + - (1) * exp x) by ring. eapply Rle_trans; [exact E|right; ring].
- replace (stored + 1) with (1 + stored) by ring. apply TWICE, Y.
