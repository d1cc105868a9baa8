(* KEY a0d3500f8878 *)
From Plumbline Require Import compare.rounded_sum_math compare.score_math.
intros u t e f s x c a b d y exact E0 UT B X (own & sum & O & S & Y). unfold P_near, exact in *.
assert (U3 := proj1 (UT 3%Z ltac:(lia))). assert (U4 := proj1 (UT 4%Z ltac:(lia))).
assert (N := compound_rounded _ _ _ _ _ _ _ U3 S Y).
assert (U : 0 <= compound (u 4%Z) (u 3%Z)).
{ unfold L_compound. assert (0 <= u 4%Z * u 3%Z) by (apply Rmult_le_pos; assumption). lra. }
assert (E : Rabs (x + b - (s + a)) <= c + d).
{ replace (x + b - (s + a)) with ((x + - (1) * s) + (b + - (1) * a)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. lra. }
assert (F := error_grows _ _ _ _ _ _ E0 E O).
assert (G := error_grows _ _ _ _ _ _ U F N). replace (y + - (1) * (s + a)) with (y - (s + a)) by ring.
eapply Rle_trans; [exact G|]. right. unfold L_sum_off, L_tiny_of_sum, L_moved, L_joint, L_rmul, L_el, L_compound. ring.
