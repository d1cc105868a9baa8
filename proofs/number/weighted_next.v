(* KEY b4ff3667133d *)
From Plumbline.number Require Import sequence_math.
intros w v m width column n k N L G M.
symmetry. exact (among_step m (fun j => w j * v (L_place j width column))%R n k N L G M).
