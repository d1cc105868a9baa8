(* KEY 29ae381c9ef8 *)
From Plumbline Require Import budget.shifts_math.
intros lag s n j left own last L J N.
destruct (lagging_in_reach s n j left (conj J N) L) as (A & B & C). unfold own, last, lag.
replace (1 + j)%Z with (j + 1)%Z by ring. split; [split; assumption|exact C].
