(* KEY c54f235d7fe6 *)
From Plumbline.number Require Import sequence_math.
intros w n m N L G. unfold L_absolute_total, L_total. rewrite (sum_below_step _ n m N L G). reflexivity.
