(* KEY 9048262ae913 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
open_goal. unfold P_in_ball, P_claims in *. intro finite_radius. finite_parts.
split; [assumption|]. known_values. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
