(* KEY beb696a1cd84 *)
intros n exact x m r y s a e s1 a1 e1 X S H (E & F). rewrite Z.add_comm.
apply (sum_math.blended_next n exact x m r y s a e s1 a1 e1 H); [|split; symmetry; assumption|symmetry; exact S].
replace (x - m)%R with (x + - (1) * m)%R by ring. exact X.
