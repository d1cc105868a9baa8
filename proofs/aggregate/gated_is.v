(* KEY 89a191324d66 *)
intros o g c. change (L_el (L_gated o g) c) with (L_el o c * L_rsigmoid (L_el g c))%R.
unfold L_rsigmoid. rewrite exp_Ropp. unfold Rdiv. rewrite !Rmult_1_l. reflexivity.
