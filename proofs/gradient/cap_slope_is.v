(* KEY a905593fc513 *)
intros r r1 r2 P. unfold r2, L_cap_slope. ring.
