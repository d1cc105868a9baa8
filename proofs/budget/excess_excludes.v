(* KEY e9fdd16db642 *)
From Plumbline Require Import compare.sums_math budget.direct_math.
intros p least most v limited m n side goal size kv eta k zeta x E (X & S) P U.
apply (excess_excludes p least most limited v m n kv eta k zeta x side goal size).
- intros j (K & L) M. destruct (P j K L M) as ((A & B) & C). repeat split; assumption.
- destruct S as [(S & _)|(S & _)]; lra.
- destruct S as [(S & G)|(S & G)]; rewrite S; lra.
- exact X.
- intros j (K & L) M I. apply (U j K L); [unfold P_among; congruence|exact M].
- exact E.
