(* KEY 35dfde849b53 *)
From Plumbline.number Require Import sequence_math.
intros w m n k N L G M. exact (skip_step m w n k N L G M).
