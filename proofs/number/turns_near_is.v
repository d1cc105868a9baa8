(* KEY b09cc135e2f6 *)
intros t u. unfold P_turns_near, real_of_int. change (2 ^ 128)%Z with 340282366920938463463374607431768211456%Z.
match goal with |- _ <-> (Rabs ?d <= 2)%R => replace d with (t * 340282366920938463463374607431768211456 - IZR u)%R
  by ring end.
reflexivity.
