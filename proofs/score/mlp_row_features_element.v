(* KEY 24cc197bc271 *)
intros k inner outer d h f j c C F.
assert (row : ((L_place j f 0 + c) / f = j)%Z).
{ unfold L_place. rewrite Z.add_0_r, Z.div_add_l by lia. rewrite Z.div_small by lia. ring. }
assert (column : ((L_place j f 0 + c) mod f = c)%Z).
{ unfold L_place. rewrite Z.add_0_r, Z.add_comm, Z.mod_add by lia. apply Z.mod_small. lia. }
change (L_el (L_drop (L_mlp_row_features k inner d outer h f) (L_place j f 0)) c)
  with (L_mlp_features (L_drop k (L_place ((L_place j f 0 + c) / f) d 0)) inner d outer h
    ((L_place j f 0 + c) mod f)%Z).
rewrite row, column. reflexivity.
