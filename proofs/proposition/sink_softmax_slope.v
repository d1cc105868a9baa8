(* KEY 9ecf28aa13f1 *)
From Plumbline.proposition Require Import mixing_math printed_math.
intros x v m n d c j s. as_written. intros J K M. exact (sink_softmax_slope x m v s n d c j (conj J K) M).
