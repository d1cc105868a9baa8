(* KEY 0f23d4a9bb75 *)
From Plumbline.proposition Require Import operators_math order_math.
intros a x v m d n k u w V Z. etransitivity; [|symmetry; exact (output_of_values _ v m d k n u V)]. rewrite Rmult_comm.
f_equal.
symmetry. apply sum_of_visible_below. intros j J M. apply Z; [lia|lia|]. unfold Plumbline.model.sequence.P_among.
congruence.
