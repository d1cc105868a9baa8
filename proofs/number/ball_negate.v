(* KEY 785bb6bcb06b *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
open_goal. unfold P_in_ball, P_claims in *. intro finite_radius. finite_parts.
split; [assumption|].
match goal with H : (_ + _)%R = 0%R |- _ => apply Rplus_opp_r_uniq in H || idtac end.
match goal with N : Float64.t'real (F1_mid ?s) = _, M : Rabs (?r - ?m) <= ?e, E : Float64.t'real (F1_rad ?s) = ?e
  |- _ => rewrite E, N; replace (Rabs (-1 * r - _)) with (Rabs (r - m)) by (rewrite <- Rabs_Ropp; f_equal; lra);
    exact M end.
