(* KEY 255d4f4476a4 *)
intros u t c m division n k epsilon d (N0 & N4) (_ & D). destruct (D N0) as (_ & R). destruct (R N4) as (LEAST & SUM).
destruct (Z.eq_dec division 3) as [E|E].
- destruct (LEAST E) as (a & M & (s & A & S)). exists s. split; [exact S|].
  split; [intros Z; contradiction|]. intros _. split; [intros Z; contradiction|]. intros _.
  split; [intros _; exists a; split; assumption|intros Z; contradiction].
- destruct (SUM E) as (s & A & S). exists s. split; [exact S|].
  split; [intros Z; contradiction|]. intros _. split; [intros Z; contradiction|]. intros _.
  split; [intros Z; contradiction|intros _; exact A].
