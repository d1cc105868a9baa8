(* KEY 08b68f112804 *)
From Plumbline Require Import compare.sums_math budget.direct_math.
intros least most v limited m n goal kv eta k zeta X Z K E KV H.
destruct (excess_is_reached least most limited v m n kv eta k zeta goal) as (p & P & Q); try assumption.
- intros j (J & L) M. destruct (H j J L M) as ((A & B) & C). repeat split; assumption.
- exists p. split; [|exact Q]. intros j y J L M. destruct (P j (conj J L) M) as (A & B & C). repeat split; assumption.
