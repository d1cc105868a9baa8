(* KEY 80f0431f0e04 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
open_goal. unfold P_in_ball, P_claims in *. intro finite_radius. finite_parts.
split; [assumption|].
match goal with N : (ieee_float.Float64.t'real ?rad <= 1)%R, D : P_exp_domain ?mid,
  C : (Rabs (?x - ?mid) <= _)%R |- _ =>
  assert (near := Q_ball_exp_inside x mid (ieee_float.Float64.t'real rad) N D) end.
unfold P_near, L_exp_radius in near. unfold Rminus. known_values.
replace (- L_exp_rounded (ieee_float.Float64.t'real (F1_mid S)))%R with
  (- (1) * L_exp_rounded (ieee_float.Float64.t'real (F1_mid S)))%R by ring.
apply near.
match goal with C : (Rabs (?x - ?mid) <= _)%R |- _ => replace (x + - (1) * mid)%R with (x - mid)%R by ring; exact C end.
