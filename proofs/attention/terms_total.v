(* KEY 000000000000 *)
From Plumbline.attention Require Import narrow_math.
intros x m c n. exact (narrow_math.terms_total x m c n).
