(* KEY 9a6c7c1d8085 *)
From Plumbline.proposition Require Import sink_gradient_math.
intros l p v g h rows n d j R ((D & J) & K) G. exact (gradient_of_value l p v g h rows n d j D R (conj J K) G).
