(* KEY 21a16a08daa7 *)
From Plumbline.proposition Require Import no_op_math.
intros w v m n d c s delta small large A B. apply attends_written in A.
assert (O := output_is_small w m v n d c s delta small large A
  (proj1 (at_most_written (fun j => Rabs (v (L_place j d c))) m n s small large) B)).
eapply Rle_trans; [exact O|]. lra.
