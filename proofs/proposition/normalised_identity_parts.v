(* KEY e121411c1609 *)
From Plumbline.proposition Require Import layers_math.
intros e P. exact (normalised_parts (fun y => y) 1 e Rlt_0_1 P).
