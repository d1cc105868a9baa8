(* KEY 9bd6b615352b *)
From Plumbline.number Require Import sequence_math.
intros x m c n after before N. split; intro M.
- apply skip_step; [exact N|lia|lia|exact M].
- symmetry. apply (among_step m (fun j => Rabs (L_excess (x j) c))); [exact N|lia|lia|exact M].
