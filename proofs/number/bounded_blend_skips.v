(* KEY c7db1c478a2b *)
From Plumbline.number Require Import sequence_math weighted_tight_math.
intros n i w m t q sum part spread share largest L M B.
exact (blend_skips n i w m t q sum part spread share largest L (among_false m i M) B).
