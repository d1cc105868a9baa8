(* KEY 06e2c0ce4d60 *)
From Plumbline.proposition Require Import sums_of_rows.
intros h i j d c r C D. unfold r, L_el, L_in_row. rewrite row_of_place, column_of_place by exact (conj C D).
split; intro E.
- rewrite E, Z.eqb_refl. reflexivity.
- destruct (Z.eqb_spec i j) as [F|F]; [destruct E; symmetry; exact F|reflexivity].
