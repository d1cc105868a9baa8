(* KEY a0c51650ef43 *)
intros d e m n x y a b s t Y X.
replace (1 + Z.max e d)%Z with (Z.max d e + 1)%Z by lia. replace (1 + m + n)%Z with (m + n + 1)%Z by ring.
exact (sum_math.summed_join d e m n x y a b s t X Y).
