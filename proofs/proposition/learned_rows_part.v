(* KEY c6ef7edcbc66 *)
From Plumbline.proposition Require Import layers_math.
intros x row other c D. apply (rows_part x other row c). exact D.
