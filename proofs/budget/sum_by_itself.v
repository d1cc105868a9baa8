(* KEY 8831e4a5c005 *)
From Plumbline Require Import compare.rounded_sum_math.
intros u t x b y exact UT (own & sum & O & S & Y). unfold exact, P_near, L_own_off in *.
assert (U3 := proj1 (UT 3%Z ltac:(lia))).
assert (E : own = x + b).
{ unfold rounded_sum.near_rounded in O. assert (A := Rabs_pos (own - (x + b))).
  assert (Z : Rabs (own - (x + b)) = 0) by lra.
  destruct (Req_dec (own - (x + b)) 0) as [W|W]; [lra|]. apply Rabs_no_R0 in W. lra. }
subst own. assert (N := compound_rounded _ _ _ _ _ _ _ U3 S Y). unfold rounded_sum.near_rounded in N.
replace (y + - (1) * (x + b)) with (y - (x + b)) by ring. eapply Rle_trans; [exact N|]. right.
unfold L_tiny_of_sum, L_joint, L_compound, L_rmul, L_el. ring.
