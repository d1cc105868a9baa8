(* KEY abbde69780a7 *)
intros floats bytes unit1 tiny g u t y v a logit w f adds m p r x keys _ _ _ _ S R A. exists y.
split; [split; assumption|exact A].
