(* KEY 39a408ce3815 *)
(* a softmax with a sink of logit 0 parts equal embeddings *)
From Plumbline.proposition Require Import layers_math.
intro H. destruct (sink_parts 0) as (g & e & E & t & T & D).
exact (T (H g (L_sink_attention 0) e 1%Z t D ltac:(lia) E)).
