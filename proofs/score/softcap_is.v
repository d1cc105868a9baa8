(* KEY 3b50d53a29b3 *)
intros x c P. unfold L_rsoftcap. ring.
