(* KEY 15555527f8f1 *)
From Plumbline.proposition Require Import operators_math.
intros x v m d n k c p u P S E V. etransitivity; [|symmetry; exact (power_output x v m d n k c p u P S E V)].
rewrite Rmult_comm. do 2 f_equal. ring.
