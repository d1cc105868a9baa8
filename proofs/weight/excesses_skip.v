(* KEY 06249ef0a3eb *)
From Plumbline.number Require Import sequence_math.
intros x m c n k N L G M. exact (skip_step m _ n k N L G M).
