(* KEY c0fedcc15d49 *)
intro p. unfold L_alibi_distance, Plumbline.model.alibi.L_alibi_distance. rewrite Z.sub_diag. auto.
