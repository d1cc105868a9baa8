(* KEY b4cc195866c9 *)
From Plumbline.weight Require Import normalised_math.
intros w n e s d N. unfold d, s. rewrite (Rplus_comm e). symmetry. apply normalised_total.
