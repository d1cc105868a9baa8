(* KEY 5d2cd8ae6f0a *)
From Plumbline.proposition Require Import falling_math printed_math.
intros x m n t i c s p P S I L F H. as_written. symmetry.
rewrite (Rmult_comm s p). replace (- s * p) with (- (p * s)) by ring.
exact (falling_power_weight x m n t c s p i F (falling_is x t c s H) S P (conj I L)).
