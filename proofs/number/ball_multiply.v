(* KEY ff34fa32591a *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite round_math.
open_goal. unfold P_in_ball, P_claims in *. intro finite_radius. finite_parts.
split; [assumption|].
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
known_values. rewrite up_is. unfold L_rounded_sum, L_rounded_product, L_rmul.
replace (1 / 9007199254740992)%R with u by (unfold u; lra).
apply product_near; try assumption; apply rounded_finite; assumption.
