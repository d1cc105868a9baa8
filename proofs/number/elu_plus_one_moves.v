(* KEY 8acef42bd3f4 *)
From Plumbline.number Require Import elu_math.
intros x a r N. unfold P_near in *.
replace (L_elu_plus_one x + - (1) * L_elu_plus_one a + - (1) * 0)%R with (L_elu_plus_one x - L_elu_plus_one a)%R
  by ring.
eapply Rle_trans; [apply elu_moves|].
replace (x - a)%R with (x + - (1) * a)%R by ring. exact N.
