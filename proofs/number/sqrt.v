(* KEY 403ecdb4916e *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
open_goal.
match goal with H : _ /\ _ \/ _ |- _ =>
  destruct H as [(_ & H)|(root_finite & [(_ & H)|(root_positive & known)] & positive)]; [apply H|apply H|] end.
specialize (positive (proj1 fliteral_axiom)).
apply (proj2 positive) in root_positive.
repeat match goal with N : ~ ?i = 0%Z, A : _ <-> ~ ?i = 0%Z |- _ => apply (proj2 A) in N end.
finite_parts.
match goal with Q : forall r9 r10, _ -> _ -> P_in_ball _ _, A : P_in_ball _ _, B : P_in_ball _ _ |- _ =>
  assert (square := Q _ _ A B) end.
unfold P_in_ball, P_claims in *. intro finite_radius. finite_parts.
split; [assumption|].
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
assert (one_rounding_is : forall m, L_rounding_radius m = one_rounding m)
  by (intro; unfold L_rounding_radius, L_product_up, one_rounding; rewrite up_is; unfold L_rounded_product, u;
    do 3 f_equal; lra).
known_values. unfold L_sum_up, L_quotient_up. rewrite !up_is, !one_rounding_is.
unfold L_rounded_sum, L_rounded_difference, L_rounded_quotient, L_rsqrt, L_rmul in *.
apply root_near; [apply Rlt_le|..]; assumption.
