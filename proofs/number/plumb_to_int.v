(* KEY 5b4a65a07093 *)
intros f i r _ _ U L _ _. subst r. unfold real_of_int in *.
rewrite <- (opp_IZR 1048576) in L. apply le_IZR in U, L. apply id_sint32. lia.
