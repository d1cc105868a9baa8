(* KEY 174d96e3934c *)
From Plumbline.weight Require Import softpick_math.
intros x m n k N L G M V. rewrite Rmax_comm. exact (largest_grows x m n k N L G M V).
