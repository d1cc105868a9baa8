(* KEY 517c209a16f1 *)
From Plumbline.proposition Require Import operators_math printed_math.
intros x v star m d n k s u w V. as_written. unfold Plumbline.model.sink_value.L_with_sink_value.
rewrite (sink_output x v m d n k s u V). fold w. ring.
