(* KEY f2fdcd5abae5 *)
From Plumbline.number Require Import sequence_math.
intros x m c n k N L G M. symmetry. exact (among_step m (fun j => Rabs (L_excess (x j) c)) n k N L G M).
