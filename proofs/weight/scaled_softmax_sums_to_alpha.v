(* KEY 3bd0b0a51552 *)
From Plumbline.weight Require Import laws_math.
intros x m n alpha seen. rewrite scaled_total, softmax_total by exact seen. apply Rmult_1_r.
