(* KEY 29b079bd5a2e *)
intros p x. unfold x, L_scales_value, gradient_sum.L_scales_value.
repeat match goal with
  | |- context [Z.eqb ?a ?b] => destruct (Z.eqb_spec a b)
  | |- context [Z.leb ?a ?b] => destruct (Z.leb_spec a b)
  end; simpl; split; intros; try reflexivity; exfalso; lia.
