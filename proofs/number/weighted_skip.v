(* KEY 2deefc3232e5 *)
From Plumbline.number Require Import sequence_math.
intros w v m width column n k N L G M. exact (skip_step m _ n k N L G M).
