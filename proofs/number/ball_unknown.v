(* KEY 1349dd6562c8 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
open_goal. unfold P_in_ball, P_claims in *. intro finite_radius. finite_parts.
tauto.
