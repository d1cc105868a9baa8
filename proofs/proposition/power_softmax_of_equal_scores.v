(* KEY 624193c11433 *)
From Plumbline.proposition Require Import operators_math.
intros x m n i c p P I L M E. exact (power_repeats x m p n c P E i I L M).
