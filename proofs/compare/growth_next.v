(* KEY b706ca3d74dd *)
From Plumbline Require Import compare.rounded_sum_math.
intros r i h1. rewrite Z.add_comm, growth_plus, growth_one by lia. reflexivity.
