(* KEY 26365eb26259 *)
From Plumbline Require Import must_fail.compare_witness compare.shapes.
(* 8 + 1 + 1, u = 1/4: the matrix unit cuts both ones, and 2 of the sum 8: 6, off by 4. *)
intro H. specialize (H (two 8 1) (two 8 0) 2%Z 0%Z (1 / 4) 1 6). sums.
change (1 + 2)%Z with 3%Z in H. rewrite !sum_three in H. unfold two in H. cbn [Z.eqb] in H. premises H.
refuted H.
