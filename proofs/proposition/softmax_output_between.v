(* KEY 1752653bb7af *)
From Plumbline.proposition Require Import operators_math.
intros x v m d n k low high y S V. apply and_comm. apply (softmax_convex x v m d n k low high S).
intros j J L M. apply and_comm. exact (V j J L M).
