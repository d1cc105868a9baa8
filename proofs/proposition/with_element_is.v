(* KEY e5feb35c59b6 *)
intros x i j t r. unfold r, L_el, L_with_element. split; intro E.
- rewrite E, Z.eqb_refl. reflexivity.
- destruct (Z.eqb_spec i j) as [F|F]; [destruct E; symmetry; exact F|reflexivity].
