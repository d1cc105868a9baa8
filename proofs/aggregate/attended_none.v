(* KEY c2423004cbb2 *)
From Plumbline Require Import aggregate.merge_math.
intros x v m d n N. apply none_attended. intros j [L G]. exact (N j L G).
