(* KEY a0b6059929dd *)
exact Q_weights_within.
