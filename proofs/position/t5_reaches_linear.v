(* KEY bdada67d16a6 *)
intros e l m n N L E. unfold P_t5_reaches. rewrite !Z.pow_0_r, Z.mul_1_l, Z.mul_1_r. apply Z.pow_le_mono_l. lia.
