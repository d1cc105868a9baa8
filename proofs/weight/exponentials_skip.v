(* KEY 235150fadc88 *)
From Plumbline.number Require Import sequence_math.
intros x m shift n k N L G M. exact (skip_step m _ n k N L G M).
