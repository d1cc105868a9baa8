(* KEY 1007dc33369a *)
From Plumbline.number Require Import sequence_math.
intros w n N. unfold L_absolute_total, L_total. rewrite sum_below_next by exact N. reflexivity.
