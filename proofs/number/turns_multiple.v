(* KEY 5520d4458cdf *)
intros. unfold L_units_of, L_turn_units, P_turn_multiple.
repeat match goal with H : _ S9 = _ |- _ => rewrite H; clear H end.
change (F1_first S10) with x10. change (F1_second S10) with x14. change (F1_third S10) with x17.
change (F1_fourth S10) with x5.
assert (count_range : is_uint64 i) by assumption. unfold is_uint64 in count_range.
assert (low_range := Z.rem_bound_pos i 4294967296 ltac:(lia) ltac:(lia)).
assert (split := Z.quot_rem' i 4294967296).
assert (low : x4 = Z.rem i 4294967296) by (apply id_uint32; unfold is_uint32; lia).
assert (high : x7 = Z.quot i 4294967296) by (apply id_uint32; unfold is_uint32; lia).
rewrite <- low, <- high in split.
exists (x7 * x10 + x12 + x19)%Z.
change (2 ^ 128)%Z with 340282366920938463463374607431768211456%Z.
change (2 ^ 96)%Z with 79228162514264337593543950336%Z.
change (2 ^ 64)%Z with 18446744073709551616%Z. change (2 ^ 32)%Z with 4294967296%Z.
rewrite split at 1.
repeat match goal with x := _ |- _ => clearbody x end. lia.
