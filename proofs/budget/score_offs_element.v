(* KEY d12b1e1cdeb2 *)
intros u t q k d j scale. unfold L_score_offs. cbv zeta.
assert (E := Q_parts_off_element q k d j (L_part_of_magnitude u t d (Rabs scale) (Rmax 1 (Rabs scale)))
  (L_part_of_sizes u t d (Rmax 1 (Rabs scale))) (L_part_of_score u)
  (L_part_of_nothing u t d (Rmax 1 (Rabs scale))) scale).
cbv zeta in E. rewrite <- E. unfold L_score_off. cbv zeta.
rewrite (Rplus_comm (L_absolute_total (L_drop k (L_place j d 0)) d) (L_absolute_total q d)). ring.
