(* KEY 559c5973ce5e *)
(* at 2, where the square grows four times as fast as its root's argument *)
From Coq Require Import Reals ZArith Lia Lra.
From Plumbline Require Import model.map_gradient.
From Plumbline.gradient Require Import map_derivative_math divided_derivative_math.
intro H.
assert (I := derivable_pt_lim_id 2).
specialize (H (fun t _ => t) 2 1 0%Z I).
assert (U := uniqueness_limite _ _ _ _ H (square_slope_at 2)).
unfold L_relu_slope, L_el, L_path_at in U. rewrite Rmax_left in U by lra.
destruct (Rlt_dec 0 2); lra.
