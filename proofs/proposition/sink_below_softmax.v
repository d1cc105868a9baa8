(* KEY 5e86e3e65b55 *)
From Plumbline.proposition Require Import order_math.
exact (fun x m n i s => sink_below_softmax x m n i s).
