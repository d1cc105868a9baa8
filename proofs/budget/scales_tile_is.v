(* KEY 0307e3c8668d *)
intros p x. unfold x, L_scales_tile, gradient_sum.L_scales_tile.
repeat match goal with
  | |- context [Z.eqb ?a ?b] => destruct (Z.eqb_spec a b)
  | |- context [Z.leb ?a ?b] => destruct (Z.leb_spec a b)
  end; simpl; split; intros; try reflexivity; exfalso; lia.
