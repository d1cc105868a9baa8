(* KEY 5bc617396252 *)
From Plumbline.proposition Require Import sink_gradient_math.
intros l p v g u rows n d j c C E R ((D & J) & K) G U. symmetry.
exact (gradient_is_the_only l p v g u rows n d j c D R (conj J K) (conj C E) G U).
