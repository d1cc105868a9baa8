(* KEY a621ad2b0063 *)
intros x r (_ & R & X). split; [exact (Rlt_le _ _ R)|exact X].
