(* KEY c34d84043bb4 *)
From Plumbline.number Require Import total_math.
intros w n lane j mid rad s e s1 e1 X S W. rewrite (Z.add_comm 8).
apply (total_math.stride_next w n lane j s e mid rad s1 e1 S); [|exact (widens_stated _ _ _ _ _ _ W)].
replace (w j - mid)%R with (L_el w j + - (1) * mid)%R by (unfold L_el; ring). exact X.
