(* KEY 6baf1b13d69c *)
intros n i exact sum part spread share largest L B.
exact (sum_math.blended_skips n i _ exact sum part spread share largest L B).
