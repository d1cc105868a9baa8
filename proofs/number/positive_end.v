(* KEY 041d23f1a078 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math log_math finite.
open_goal. unfold P_in_ball, P_claims in *. finite_parts.
assert (down_is : forall x, L_downward x = downward x) by (intro; unfold L_downward, L_rounded_difference,
  L_rounded_product, downward, below; fold_least; reflexivity).
match goal with V : L_difference_down _ _ = _ |- _ => unfold L_difference_down in V; rewrite down_is in V;
  unfold L_rounded_difference in V; rewrite <- V in * end.
apply end_below; assumption.
