(* KEY 4bcf4b860046 *)
intro r. destruct (Q_rsigmoid_between r) as (L & U). unfold P_near. apply Rabs_le. lra.
