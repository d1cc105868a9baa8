(* KEY 6a44f8c47e05 *)
intros. unfold L_units_of, L_turn_units, P_turn_eighth.
change (F1_first S3) with x1. change (F1_second S3) with x2.
match goal with H : IsS1 S3 |- _ => unfold IsS1, is_uint32 in H; fold x1 x2 in H;
  destruct H as (((first & second) & third) & fourth) end.
assert (first_split := Z.quot_rem' x1 536870912). assert (first_rest :=
  Z.rem_bound_pos x1 536870912 ltac:(lia) ltac:(lia)).
assert (second_split := Z.quot_rem' x2 256). assert (second_rest := Z.rem_bound_pos x2 256 ltac:(lia) ltac:(lia)).
match goal with E : x = _ |- _ => rewrite <- E in first_split; clear E end. fold x4 in first_split, first_rest.
fold x3 in second_split.
assert (x_low : (0 <= x)%Z) by lia.
assert (halves := Z.quot_rem' x 2). assert (half_rest := Z.rem_bound_pos x 2 x_low ltac:(lia)).
assert (part : x6 = x8 /\ Z.even x = true /\ ((x + 1) / 2)%Z = Z.quot x 2 /\ Z.rem x 2 = 0%Z \/
  x6 = (9007199254740992 - x8)%Z /\ Z.even x = false /\ ((x + 1) / 2)%Z = (Z.quot x 2 + 1)%Z /\ Z.rem x 2 = 1%Z).
{ match goal with H : _ \/ _ |- _ => destruct H as [(even & part)|(odd & (_ & part) & _)] end; [left|right].
  - repeat split; try assumption.
    + rewrite halves, even, Z.add_0_r, Z.even_mul. reflexivity.
    + symmetry. apply Z.div_unique with 1%Z; lia.
  - assert (one : Z.rem x 2 = 1%Z) by lia. repeat split; try assumption.
    + unfold x8. lia.
    + rewrite halves, one, Z.even_add, Z.even_mul. reflexivity.
    + symmetry. apply Z.div_unique with 0%Z; lia. }
assert (passed : x8 = (16777216 * x4 + x3)%Z) by reflexivity.
change (2 ^ 96)%Z with 79228162514264337593543950336%Z. change (2 ^ 64)%Z with 18446744073709551616%Z.
change (2 ^ 32)%Z with 4294967296%Z. change (2 ^ 53)%Z with 9007199254740992%Z.
change (2 ^ 72)%Z with 4722366482869645213696%Z. change (2 ^ 126)%Z with 85070591730234615865843651857942052864%Z.
destruct part as [(part & parity & quarter & rest)|(part & parity & quarter & rest)]; rewrite parity, quarter;
  clear parity quarter; repeat match goal with x := _ |- _ => clearbody x end; lia.
