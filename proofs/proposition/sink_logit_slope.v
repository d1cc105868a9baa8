(* KEY 1338c0eb9161 *)
From Plumbline.proposition Require Import mixing_math printed_math.
intros x v m n d c s. as_written. exact (sink_slope x m v n d c s).
