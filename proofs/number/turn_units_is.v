(* KEY 19cc5b822c7f *)
intros. unfold L_turn_units.
change (2 ^ 96)%Z with 79228162514264337593543950336%Z. change (2 ^ 64)%Z with 18446744073709551616%Z.
change (2 ^ 32)%Z with 4294967296%Z. ring.
