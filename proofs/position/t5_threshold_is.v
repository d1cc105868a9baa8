(* KEY 399a0e540932 *)
From Plumbline.position Require Import t5_math.
intros e l m i n N I L E M R U k K. split; intro H.
- apply Z.nlt_ge. intro B. apply U. apply reaches_rises with k; try assumption; lia.
- apply reaches_rises with n; try assumption; lia.
