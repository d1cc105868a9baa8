(* KEY 76bf102e1829 *)
From Plumbline.proposition Require Import no_op_math.
intros x v m n d c sink large L B.
assert (A := sink_logit_leaves x m v n d c sink large L (fun j J M => B j (proj1 J) (proj2 J) M)).
eapply Rle_trans; [exact A|]. lra.
