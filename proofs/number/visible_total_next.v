(* KEY a8c7c986b8ab *)
From Plumbline.number Require Import sequence_math.
intros w m n k N L G M. rewrite Rplus_comm. symmetry. exact (among_step m w n k N L G M).
