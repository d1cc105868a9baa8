(* KEY 8b91120b3ca7 *)
From Plumbline Require Import compare.rounded_sum_math.
intros r r1 s. exists (cons 0%Z nil). split; [apply Permutation.Permutation_refl|constructor].
