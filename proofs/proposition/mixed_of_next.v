(* KEY b22d1e185eb3 *)
intros g x layers t y L. unfold y, L_el, L_mixed. replace (Z.to_nat (1 + layers)) with (S (Z.to_nat layers)) by lia.
change (mixed_below g x (S (Z.to_nat layers))) with
  (mix g (Z.of_nat (Z.to_nat layers)) (mixed_below g x (Z.to_nat layers))).
unfold mix. rewrite Z2Nat.id by exact L. rewrite (Z.add_comm 1 t). reflexivity.
