(* KEY d4a0e04160de 59f94b25e29e e608ed8012a2 68ffc7b61f4c *)
intros; unfold L_alibi_distance; lia.
