(* KEY 24d9293347ee *)
From Plumbline Require Import proposition.first_math proposition.slope_math.
intros s s1 i i1 i2 i3 r r1 h1 h2 ((h3 & h4) & h5) h6.
assert (R := alibi_is_rising s i1 i2 i3 r r1 (conj h3 h4) h5 h6).
assert (T := h2). destruct T as ((T & _) & _).
apply (least_weight s s1 i i3 0%Z h2); [lia|]. intros j J.
destruct (Z.eq_dec j 0) as [E|E]; [rewrite E; apply Rle_refl|].
left. apply (rising_increases s i3 _ r1 0 j R h1); lia.
