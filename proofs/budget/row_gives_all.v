(* KEY 2ef4035f1173 *)
intros u t w f adds y v a m n r z x _ _ F S. exists z. split; assumption.
