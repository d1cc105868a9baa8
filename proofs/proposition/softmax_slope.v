(* KEY 1d20c38b5669 *)
From Plumbline.proposition Require Import mixing_math printed_math.
intros x v m n d c j. as_written. intros J K M. exact (softmax_slope x m v n d c j (conj J K) M).
