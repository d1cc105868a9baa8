(* KEY 81bad03757df *)
intro x. apply ln_exp.
