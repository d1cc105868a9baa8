(* KEY 3421a82c04a5 *)
intros mid rad t size. unfold P_tight, tight_math.tight. rewrite (Rmult_comm size (1 + t)). tauto.
