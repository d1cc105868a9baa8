(* KEY 78d6081c4f67 *)
intros mid rad s t size Z S T. exact (tight_math.tight_wider mid rad s t size T S Z).
