(* KEY 251d02b36f64 *)
From Plumbline.number Require Import sequence_math.
intros a m p n own after before N A. split; intro M.
- apply skip_step; [exact N|lia|lia|exact M].
- symmetry. apply (among_step m (fun j => Rpower (a j) p)); [exact N|lia|lia|exact M].
