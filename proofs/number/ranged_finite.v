(* KEY 965523c96199 *)
From Plumbline.number Require Import tight_math.
intros x X. apply in_range. eapply Rle_trans; [exact X|]. apply bpow_le. lia.
