(* KEY fd707d587dd2 *)
From Plumbline.proposition Require Import layers_math.
intros x f pairs r N P L.
split; apply (rows_part _ _ _ 0%Z); unfold Plumbline.model.sinusoidal.L_sinusoid; simpl.
- rewrite (proj2 (Z.ltb_lt 0 pairs) N). exact (sine_moves r P L).
- exact (sine_moves r P L).
