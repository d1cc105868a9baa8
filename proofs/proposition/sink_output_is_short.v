(* KEY 00e95f5aec7b *)
From Plumbline.proposition Require Import angle_math no_op_math.
intros w v m n d s delta small large A B. apply attends_written in A.
assert (O := output_is_short w m v n d s delta small large A
  (proj1 (at_most_written (fun j => length (L_drop v (L_place j d 0)) d) m n s small large) B)).
eapply Rle_trans; [exact O|]. lra.
