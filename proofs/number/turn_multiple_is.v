(* KEY 20e86b332498 *)
intros p u n. unfold P_turn_multiple. change (2 ^ 128)%Z with 340282366920938463463374607431768211456%Z.
split; intros (whole & E); exists whole; lia.
