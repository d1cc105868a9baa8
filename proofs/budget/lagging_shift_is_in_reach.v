(* KEY 83bc323410b4 *)
From Plumbline Require Import budget.shifts_math.
intros lag u t s n j left own last L J N UT.
assert (AL : allows t) by (split; [apply (UT AHEAD)|apply (UT BEHIND)]; lia).
destruct (lagging_in_reach t s n j left AL (conj J N) L) as (A & B & C). unfold own, last, lag.
replace (1 + j)%Z with (j + 1)%Z by ring. split; [split; assumption|exact C].
