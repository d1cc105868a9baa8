(* KEY 806a9423d21f *)
intros mid rad t size Z A. exact (tight_math.accurate_tight mid rad t size A Z).
