(* KEY 321a74d99630 *)
intros low high x (L & H). unfold P_near, L_rmul. apply Rabs_le. lra.
