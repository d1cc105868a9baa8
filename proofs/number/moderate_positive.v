(* KEY b92b7c5065e9 *)
intros x M. exact (proj1 (tight_math.moderate_bounds x M)).
