(* KEY 35dbbc2adf69 *)
From Plumbline Require Import weight.laws_math.
From Plumbline.proposition Require Import bounds_math.
intros low high e b B L E H. destruct (bounded_share_vanishes low high e b L H E B) as [N Q]. exists N.
intros w n t i T I K M U W.
exact (Q w everything n t i (conj T U) (bounded_is w _ n t low high W) (conj I K) M).
