(* KEY c6587fa8e6f0 *)
From Plumbline.number Require Import finite weighted_tight_math.
intros n w m t q (((((((T1 & N0) & T0) & N1) & Q) & W) & P) & S). fold_least. apply blend_none.
split; [exact (conj N0 N1)|]. split; [exact (conj T0 T1)|]. split; [exact Q|]. split; [exact W|]. split; [exact P|].
intros j (J0 & J1) M. exact (S j J0 J1 M).
