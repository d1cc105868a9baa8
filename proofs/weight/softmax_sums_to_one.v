(* KEY fb4f595dd190 *)
From Plumbline.weight Require Import laws_math.
intros x m n seen. apply softmax_total, seen.
