(* KEY 134dcc5accb6 *)
(* a sink of logit 0 parts equal embeddings *)
From Plumbline.proposition Require Import layers_math.
intro H. exact (parted_by_output _ (sink_parts 0) (H 0)).
