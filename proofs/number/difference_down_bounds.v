(* KEY 8fe70d2a6fd0 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
intros x y difference Y X positive. subst difference.
assert (down_is : forall x, L_downward x = downward x) by (intro; unfold L_downward, L_rounded_difference,
  L_rounded_product, downward, below; fold_least; reflexivity).
unfold L_difference_down, L_rounded_difference in *. rewrite !down_is in *. apply down_bounds in positive. lra.
