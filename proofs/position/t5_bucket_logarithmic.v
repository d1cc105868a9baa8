(* KEY a5325ba4f5c9 *)
From Plumbline.position Require Import t5_math.
intros e l m n i k E L I K N M S U R. symmetry. assert (k = 1 + i)%Z by lia. subst k.
apply bucket_is; solve [auto | lia].
