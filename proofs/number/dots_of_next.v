(* KEY 6b3ec0f6aadb *)
From Plumbline.number Require Import sequence_math.
intros a b n N. symmetry. exact (sum_below_next _ n N).
