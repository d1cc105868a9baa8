(* KEY e5dc8be1060b fc8d5a5db336 *)
intros u q part x. cbv zeta. subst x. unfold P_turn_eighth.
match goal with |- context [ ((?e + 1) / 2)%Z ] => replace ((e + 1) / 2)%Z with q;
  [|first [apply Z.div_unique with 1%Z; lia | apply Z.div_unique with 0%Z; lia]] end.
match goal with |- context [ Z.even ?e ] => first
  [ replace (Z.even e) with true by (rewrite Z.even_mul; reflexivity)
  | replace (Z.even e) with false by (rewrite Z.even_add, Z.even_mul; reflexivity) ] end.
change (2 ^ 53)%Z with 9007199254740992%Z. change (2 ^ 72)%Z with 4722366482869645213696%Z.
change (2 ^ 126)%Z with 85070591730234615865843651857942052864%Z. lia.
