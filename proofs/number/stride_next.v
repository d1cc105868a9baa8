(* KEY 7148b69a5f1c *)
From Plumbline.number Require Import sum_math total_math.
intros w m n lane j mid rad s e s1 e1 A X S (E & F). rewrite <- E, <- F, (Z.add_comm 8).
destruct (S) as (N & _).
replace (L_stride_roundings n) with (roundings (n / 8 + 9)).
- apply (total_math.stride_next w m n lane j s e mid rad A S).
  replace (w j - mid)%R with (L_el w j + - (1) * mid)%R by (unfold L_el; ring). exact X.
- unfold L_stride_roundings, L_roundings_up. rewrite Z.quot_div_nonneg by lia. rewrite (Z.add_comm 9). reflexivity.
