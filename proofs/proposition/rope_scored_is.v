(* KEY 7f39a425d697 *)
intros s s1 s2 s3 r i i1 i2 i3. unfold P_rope_scored. replace (i3 - 1)%Z with (-1 + i3)%Z by ring. split.
- intros ((((A & B) & C) & D) & H). split; [lia|]. split; [lia|]. intros j J L. symmetry. exact (H j J L).
- intros (A & B & H). split; [lia|]. intros j J L. symmetry. exact (H j J L).
