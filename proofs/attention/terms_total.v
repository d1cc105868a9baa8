(* KEY 166fb9432f90 *)
From Plumbline.attention Require Import narrow_math.
intros x m c n. exact (narrow_math.terms_total x m c n).
