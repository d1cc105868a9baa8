(* KEY 49de4469b5e5 *)
From Plumbline Require Import proposition.first_math proposition.slope_math.
intros s s1 i i1 i2 i3 i4 r r1 h1 h2 h3 h4 ((h5 & h6) & h7) h8.
assert (R := alibi_is_rising s i1 i2 i3 r r1 (conj h5 h6) h7 h8). unfold L_el.
rewrite (rising_weights s s1 i i3 _ r1 i4 h4 R h1) by lia.
change real_of_int with IZR. rewrite (exp_Ropp r1). replace (- (1) + i3 + - (1) * i4)%Z with (i3 - 1 - i4)%Z by ring.
replace (- (1) * r1) with (- r1) by ring. replace (1 + - (1) * (1 / exp r1)) with (1 - / exp r1) by (unfold Rdiv; ring).
replace (1 + - (1) * exp (- r1 * IZR i3)) with (1 - exp (- r1 * IZR i3)) by ring. reflexivity.
