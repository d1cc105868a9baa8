(* KEY 074bdae458bc *)
From Plumbline.number Require Import weighted_tight_math.
intros n i w m t q sum part spread share largest B.
destruct (pending_in_range n i w m t q sum part spread share largest B) as (P & S & T & E).
exact (conj (conj (conj S P) T) E).
