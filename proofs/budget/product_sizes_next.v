(* KEY 0a01f3a7dbd4 *)
From Plumbline.number Require Import sequence_math.
intros p v m n k N L G M. assert (P : L_place n 1 0 = n) by (unfold L_place; ring).
unfold L_product_sizes.
assert (S := among_step m (fun j => L_absolutes p j * L_absolutes v (L_place j 1 0))%R n k N L G M).
cbv beta in S. rewrite P in S. symmetry. exact S.
