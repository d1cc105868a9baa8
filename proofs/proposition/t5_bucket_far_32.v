(* KEY 04596bd918df *)
From Plumbline Require Import position.t5_math.
intros d h1. apply (bucket_is 16 16 128 d 15); [lia..| |left; reflexivity].
right. apply (reaches_rises 16 16 128 113); [lia..|]. unfold P_t5_reaches. vm_compute. congruence.
