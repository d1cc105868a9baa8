(* KEY 583a17b42d07 *)
From Plumbline.weight Require Import laws_math.
intros x q k m n i d scale L G Z. replace (L_dots q k d) with 0%R; [rewrite Rmult_0_r; reflexivity|].
symmetry. apply sum_of_zeros. intros c [low high]. specialize (Z c low high). unfold L_el in Z. rewrite Z. ring.
