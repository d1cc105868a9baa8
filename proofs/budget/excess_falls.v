(* KEY ef839c077205 *)
From Plumbline Require Import compare.sums_math budget.direct_math.
intros p least most v limited m n side goal kv eta k zeta x size K Z E (X & S) P U.
apply (excess_falls p least most limited v m n kv eta k zeta x side goal).
- intros j (J & L) M. destruct (P j J L M) as ((A & B) & C). repeat split; assumption.
- destruct S as [(S & _)|(S & _)]; lra.
- destruct S as [(S & G)|(S & G)]; rewrite S; lra.
- intros j (J & L) M I. apply (U j J L); [unfold P_among; congruence|exact M].
- exact E.
- exact K.
- lra.
