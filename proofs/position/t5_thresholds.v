(* KEY 88e9b02332ee 109175e057ed *)
repeat split; apply Q_t5_threshold_is; try lia; unfold P_t5_reaches; vm_compute; congruence.
