(* KEY b760905867a1 *)
(* Row 2^63 of a matrix of width 2 begins at 2^64. *)
intro H. specialize (H (2 ^ 63)%Z (2 ^ 63 + 1)%Z 2%Z). cbv zeta in H. unfold is_uint64 in H. lia.
