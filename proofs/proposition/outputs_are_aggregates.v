(* KEY 71b5207532d5 *)
From Plumbline.number Require Import sequence_math.
From Plumbline.proposition Require Import sink_gradient_math.
intros p v m n d i c C D H. symmetry. apply (outputs_are_aggregates p v m n d i c (conj C D)).
intros j J M. apply H; [apply J|apply J|]. unfold P_among. rewrite M. discriminate.
