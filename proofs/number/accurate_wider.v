(* KEY cf521e3947e4 *)
intros mid rad s t size Z S T. exact (tight_math.accurate_wider mid rad s t size T S Z).
