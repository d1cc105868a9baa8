(* KEY 52a7ffaa7b74 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
open_goal. unfold P_in_ball, P_claims in *. intro finite_radius. finite_parts.
split; [assumption|]. known_values. eapply Rle_trans; [apply Rabs_triang_inv2|assumption].
