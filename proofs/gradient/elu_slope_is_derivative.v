(* KEY af6899fddf05 *)
From Plumbline.gradient Require Import map_derivative_math.
intros p r r1 i r2 N S. rewrite Rmin_comm. exact (slope_of_map _ p r r1 i _ S (elu_slope_at (p r i) N)).
