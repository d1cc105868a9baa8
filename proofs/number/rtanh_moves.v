(* KEY 7ac54e0cb876 *)
From Plumbline.number Require Import tanh_math.
intros x a r N. unfold P_near in *.
replace (L_rtanh x + - (1) * L_rtanh a + - (1) * 0)%R with (L_rtanh x - L_rtanh a)%R by ring.
eapply Rle_trans; [apply tanh_moves|].
replace (x - a)%R with (x + - (1) * a)%R by ring. exact N.
