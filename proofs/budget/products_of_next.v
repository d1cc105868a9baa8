(* KEY f0ca61cff95b *)
From Plumbline.number Require Import sequence_math.
intros p v m n k N L G M. assert (P : L_place n 1 0 = n) by (unfold L_place; ring). rewrite <- P at 3.
symmetry. exact (among_step m (fun j => p j * v (L_place j 1 0))%R n k N L G M).
