(* KEY 6252ee33b9e9 *)
From Plumbline.proposition Require Import operators_math.
intros bound B. destruct (quotient_vanishes 1 bound B) as [N H]. exists N. intros x m n i c I L K M E.
destruct (H _ K) as [_ Q]. eapply Rle_lt_trans; [right; exact (softmax_repeats x m n c E i I L M)|exact Q].
