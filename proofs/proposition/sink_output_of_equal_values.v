(* KEY a7dc74f20e65 *)
From Plumbline.proposition Require Import operators_math.
intros x v m d n k s u V. etransitivity; [|symmetry; exact (sink_output x v m d n k s u V)]. ring.
