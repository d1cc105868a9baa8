(* KEY a87960b35144 *)
(* 2 * 2^32 units, taken 2^63 times: the second digit carries 1 into the first one. *)
intro H. set (none := S31 0 0). set (turn := S11 0 0 2 0).
assert (C : P_turn_multiple (L_units_of (S11 0 0 0 0)) (L_units_of turn) (2 ^ 63)).
{ apply (H (2 ^ 63)%Z none none none (S31 1 0) none none none (S11 0 0 0 0) turn);
  repeat split; vm_compute; try reflexivity; try discriminate. }
destruct C as (whole & C). change (2 ^ 96 = whole * 2 ^ 128)%Z in C. lia.
