(* KEY 5f1caf681c48 *)
From Plumbline.proposition Require Import mirror_math.
intros e l M d f L E F D M1. exact (bucket_rises e l M d f L E F D M1).
