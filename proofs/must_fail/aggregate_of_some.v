(* KEY 71166dbda7b8 *)
(* one visible key of weight and value 1 *)
intro H.
specialize (H (fun _ => 1) (fun _ => 1) (fun _ => true) 1%Z 1%Z 0%Z ltac:(lia)).
unfold L_el, L_aggregate, L_weighted, sum_below in H. simpl in H. lra.
