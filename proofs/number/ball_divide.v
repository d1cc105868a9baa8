(* KEY 7c33cde56a70 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
open_goal.
match goal with H : _ /\ _ \/ _ |- _ =>
  destruct H as [(_ & H)|(least_finite & [(_ & H)|(least_positive & known)] & less)]; [apply H|apply H|] end.
unfold P_in_ball, P_claims in *. intro finite_radius.
assert (zero_finite := proj1 fliteral_axiom). specialize (less zero_finite).
repeat match goal with N : ~ ?i = 0%Z, A : ~ ?i = 0%Z -> _ |- _ => specialize (A N) end.
repeat match goal with N : ~ ?i = 0%Z, A : _ <-> ~ ?i = 0%Z |- _ => apply (proj2 A) in N end.
finite_parts.
split; [assumption|].
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
assert (down_is : forall x, L_downward x = downward x) by (intro; unfold L_downward, L_rounded_difference,
  L_rounded_product, downward, below; fold_least; reflexivity).
assert (one_rounding_is : forall m, L_rounding_radius m = one_rounding m)
  by (intro; unfold L_rounding_radius, L_product_up, one_rounding; rewrite up_is; unfold L_rounded_product, u;
    do 3 f_equal; lra).
repeat match goal with N : (0 < ieee_float.Float64.t'real ?f)%R, V : _ =
  ieee_float.Float64.t'real ?f |- _ => rewrite <- V in N end.
repeat match goal with N : (0 < _)%R, V : Rabs _ = ieee_float.Float64.t'real ?f |- _ => rewrite <- V in N end.
known_values. unfold L_sum_up, L_product_up, L_quotient_up, L_difference_down in *.
rewrite ?down_is in *. rewrite ?up_is in *. rewrite !one_rounding_is. 
unfold L_rounded_sum, L_rounded_difference, L_rounded_product, L_rounded_quotient, L_rdiv in *.
apply quotient_near; assumption.
