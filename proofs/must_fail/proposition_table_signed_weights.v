(* KEY 2f268091005d *)
(* the scores -2 and -1, taken as weights, change their order when they are divided by their sum *)
From Plumbline.proposition Require Import order_math.
intro H. apply identity_by_sum_turns_order. apply (H L_identity_attention 0 (Rle_refl 0)).
exact (proj1 (function_order (fun y => y) (fun y z L => L))).
