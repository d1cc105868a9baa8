(* KEY d0654d649e7d *)
intros p r r1 r2 i.
change (Rmin 1 (Rmax 0 (p r2 i * (r1 - r) + r)) = Rmin 1 (Rmax 0 (r + p r2 i * (r1 + (-1) * r)))).
replace (r + p r2 i * (r1 + (-1) * r)) with (p r2 i * (r1 - r) + r) by ring. reflexivity.
