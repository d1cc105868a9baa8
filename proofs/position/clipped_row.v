(* KEY adc95811659e 67d1b4dbc997 932bfad543f2 5f09a8490923 1911fe9118df *)
intros; unfold L_clipped_row in *; lia.
