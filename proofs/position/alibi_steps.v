(* KEY 054e0f1a5940 3378a8f697da *)
intros heads h; intros; unfold L_alibi_steps; destruct (Z.ltb_spec h (L_closest_power heads)); lia.
