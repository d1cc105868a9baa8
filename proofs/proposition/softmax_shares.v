(* KEY 9829956d233e *)
From Plumbline.proposition Require Import order_math.
exact softmax_shares.
