(* KEY 669868959b7e *)
intros i x y z. unfold z, L_chosen, gradient_sum.L_chosen. destruct (Z.eqb_spec i 0); split; intros;
  try contradiction; reflexivity.
