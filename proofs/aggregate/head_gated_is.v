(* KEY f4bfead6234c *)
intros o g c. change (L_el (L_head_gated o g) c) with (L_el o c * L_rsigmoid g)%R.
unfold L_rsigmoid. rewrite exp_Ropp. unfold Rdiv. rewrite !Rmult_1_l. reflexivity.
