(* KEY d96595fa9929 *)
From Plumbline Require Import model.map_derivative.
intros. unfold L_relu_path, L_path_at, L_el. apply Rmax_comm.
