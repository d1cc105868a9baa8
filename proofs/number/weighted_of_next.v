(* KEY bb21d74eadb2 *)
From Plumbline.number Require Import sequence_math.
intros w v m width column n after before N. split; intro M.
- apply skip_step; [exact N|lia|lia|exact M].
- symmetry. apply (among_step m (fun j => w j * v (L_place j width column))%R); [exact N|lia|lia|exact M].
