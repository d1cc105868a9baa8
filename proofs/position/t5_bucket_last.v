(* KEY 8057e05af52d *)
From Plumbline.position Require Import t5_math.
intros e l m n i E I L N M S R. symmetry. apply bucket_is; solve [auto | lia].
