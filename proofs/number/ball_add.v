(* KEY ee63e61f6cb5 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
open_goal. unfold P_in_ball, P_claims in *. intro finite_radius. finite_parts.
split; [assumption|].
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
known_values. rewrite up_is. unfold L_rounded_sum, L_rounded_product.
replace (1 / 9007199254740992)%R with u by (unfold u; lra).
apply sum_near; assumption.
