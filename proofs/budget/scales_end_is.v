(* KEY 470e7d222169 *)
intros p x. unfold x, L_scales_end, gradient_sum.L_scales_end.
repeat match goal with
  | |- context [Z.eqb ?a ?b] => destruct (Z.eqb_spec a b)
  | |- context [Z.leb ?a ?b] => destruct (Z.leb_spec a b)
  end; simpl; split; intros; try reflexivity; exfalso; lia.
