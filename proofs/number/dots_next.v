(* KEY 76735f061037 *)
From Plumbline.number Require Import sequence_math.
intros a b n m N L G. symmetry. exact (sum_below_step _ n m N L G).
