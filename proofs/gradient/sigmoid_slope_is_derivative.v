(* KEY b1b8b05192cb *)
From Plumbline.gradient Require Import map_derivative_math.
intros p r r1 i S. assert (D := slope_of_map _ p r r1 i _ S (sigmoid_slope_at (p r i))).
replace (L_sigmoid_slope (L_rsigmoid (L_el (L_path_at p r) i))) with (L_rsigmoid (p r i) * (1 - L_rsigmoid (p r i)));
  [exact D|].
unfold L_sigmoid_slope, L_rmul. change (L_el (L_path_at p r) i) with (p r i). ring.
