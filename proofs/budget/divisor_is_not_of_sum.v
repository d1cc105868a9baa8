(* KEY 57d4e11bef53 *)
intros u t c m division n k epsilon d N (D0 & D). unfold P_sum_divides in N. split; [exact D0|]. intros N0.
destruct (Z.eq_dec division 4) as [E|E]; [|elim N; split; assumption].
split; [exact (proj1 (D N0))|intros Z; contradiction].
