(* KEY e017335f6f79 *)
From Plumbline.number Require Import tight_math.
intros n A B. apply in_range_high. unfold L_pow2. rewrite Rabs_pos_eq by apply bpow_ge_0. apply bpow_le. lia.
