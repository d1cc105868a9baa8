(* KEY 826a87254711 *)
From Plumbline.gradient Require Import map_derivative_math divided_derivative_math.
intros p r r1 i S. assert (D := slope_of_map _ p r r1 i _ S (square_slope_at (p r i))).
replace (L_squared_relu_slope (L_el (L_path_at p r) i)) with (Rmax (p r i) 0 * 2); [exact D|].
unfold L_squared_relu_slope. change (L_el (L_path_at p r) i) with (p r i). rewrite (Rmax_comm (p r i)). reflexivity.
