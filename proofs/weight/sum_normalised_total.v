(* KEY 5b0efe559955 *)
From Plumbline.weight Require Import normalised_math.
intros w n e s d N. unfold d, s. rewrite (Rplus_comm e). symmetry. apply normalised_total.
