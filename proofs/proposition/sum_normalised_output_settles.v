(* KEY 916fea8c76a1 *)
From Plumbline.proposition Require Import operators_math.
intros a e u bound B A P. destruct (normalised_settles a e u bound A P B) as [N H]. exists N. intros w v m d n k K W V.
assert (L := H w v m d n k (equal_part _ _ _ _ W) (other_part _ _ _ _ W) V K).
unfold Rminus in L. rewrite <- (Rmult_1_l u), Ropp_mult_distr_l in L. exact L.
