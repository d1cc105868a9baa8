(* KEY 369a6489d84f *)
unfold L_unit_angle, L_rpi. lra.
