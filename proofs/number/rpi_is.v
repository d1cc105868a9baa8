(* KEY 6ae9dbed6a4d *)
From Plumbline.number Require Import exp_interval.
unfold L_rpi. repeat split; [apply sin_PI|interval with (i_prec 60)|interval with (i_prec 60)].
