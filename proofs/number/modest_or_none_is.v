(* KEY 508a5f508d85 *)
intro x. unfold P_modest_or_none, total_tight_math.modest_or_none, P_modest. tauto.
