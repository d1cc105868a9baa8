(* KEY 1696b81afa17 *)
From Plumbline.proposition Require Import operators_math.
intros c s u bound B. destruct (sink_settles c s u bound B) as [N H]. exists N. intros x v m d n k K E V.
assert (L := H x v m d n k E V K). unfold Rminus in L. rewrite <- (Rmult_1_l u), Ropp_mult_distr_l in L. exact L.
