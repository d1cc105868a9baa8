(* KEY 347e9b2f27d2 *)
From Plumbline.number Require Import sequence_math.
intros x m p c n k N L G M. exact (skip_step m _ n k N L G M).
