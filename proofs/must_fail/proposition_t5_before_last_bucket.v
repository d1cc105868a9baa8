(* KEY 539aa3796e3b *)
(* distance 99 begins bucket 30 *)
From Plumbline Require Import position.t5_math.
intro H.
assert (B : L_t5_bucket_of 16 16 128 99 = (16 + 14)%Z).
{ apply bucket_is; [lia..| |]; right; unfold P_t5_reaches; vm_compute; congruence. }
rewrite (H 99%Z ltac:(lia)) in B. lia.
