(* KEY 7ed115a007bb *)
From Plumbline Require Import compare.sums_math budget.direct_math.
intros p v m n side goal size kv eta k zeta x Z E (T & P) (X & S) H.
apply (hull_excludes p v m n kv eta k zeta x side goal size).
- intros j (K & L) M. apply (P j K L M).
- exact T.
- destruct S as [(S & _)|(S & _)]; lra.
- destruct S as [(S & G)|(S & G)]; rewrite S; lra.
- exact X.
- exact E.
- exact Z.
- intros j (K & L) M. assert (B := H j K L M). unfold L_el, L_rmul in B. lra.
