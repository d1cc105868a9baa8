(* KEY 182a175ba30d *)
intros q k d j a b c e scale key. change (L_el (L_parts_off a b c e scale q k d) j) with
  (L_rmul a (L_magnitude_of q key d) + L_rmul b (L_absolute_total q d + L_absolute_total key d) +
   L_rmul c (Rabs (L_rmul scale (L_dots q key d))) + e)%R. ring.
