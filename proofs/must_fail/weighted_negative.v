(* KEY 91c0e9b8d63f *)
(* Ones from index -1 on: the sums below -1 and below 0 are both empty. *)
intro H. specialize (H (fun _ => 1%R) (fun _ => 1%R) (fun _ => true) 0%Z 0%Z (-1)%Z 0%Z ltac:(lia) ltac:(lia) eq_refl).
unfold L_weighted, L_rmul, L_el, sum_below in H. simpl in H. lra.
