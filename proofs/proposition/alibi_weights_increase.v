(* KEY 3354244c0e06 *)
From Plumbline Require Import proposition.first_math proposition.slope_math.
intros s s1 i i1 i2 i3 i4 i5 r r1 a h1 h2 h3 h4 h5 ((h6 & h7) & h8) h9. unfold a.
assert (R := alibi_is_rising s i1 i2 i3 r r1 (conj h6 h7) h8 h9).
apply (greater_weight s s1 i i3); [exact h5|lia|lia|].
apply (rising_increases s i3 _ r1 i4 i5 R h1); lia.
