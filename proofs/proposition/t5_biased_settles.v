(* KEY 985e3e52d00f *)
From Plumbline.proposition Require Import mirror_math.
intros g table e l M t L E G M1 H d D T. exact (bucket_far g table e l M t L E M1 H d D T).
