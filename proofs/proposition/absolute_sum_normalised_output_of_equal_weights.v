(* KEY 7164e158e836 *)
From Plumbline.proposition Require Import operators_math.
intros w v m d n k a e u s t N W V. subst s t.
etransitivity; [|symmetry; exact (absolute_output w v m d n k a e u (equal_part _ _ _ _ W) (other_part _ _ _ _ W) V)].
unfold real_of_int. rewrite Rmult_comm. do 2 f_equal. ring.
