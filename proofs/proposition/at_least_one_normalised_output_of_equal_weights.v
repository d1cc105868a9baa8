(* KEY 3fbfec98a291 *)
From Plumbline.proposition Require Import operators_math.
intros w v m d n k a u t W V. subst t.
etransitivity; [|symmetry; exact (at_least_one_output w v m d n k a u (equal_part _ _ _ _ W) (other_part _ _ _ _ W) V)].
unfold real_of_int. rewrite Rmax_comm, (Rmult_comm a). apply Rmult_comm.
