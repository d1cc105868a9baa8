(* KEY 17711cdbe3b8 *)
From Plumbline.proposition Require Import operators_math.
intros c e u bound B C P. destruct (softpick_settles c e u bound C P B) as [N H]. exists N. intros x v m d n k K E V.
assert (L := H x v m d n k E V K). unfold Rminus in L. rewrite <- (Rmult_1_l u), Ropp_mult_distr_l in L. exact L.
