(* KEY 050c99bc1186 *)
intros u t q k v m n d r scale y. split.
- intros (score & x & (S & O) & C). exists score, x. split; [|split; [exact O|exact S]].
  intros j (J1 & J2) M. apply (C j J1 J2 M).
- intros (score & x & C & O & S). exists score, x. split; [split; [exact S|exact O]|].
  intros j J1 J2 M. apply (C j (conj J1 J2) M).
