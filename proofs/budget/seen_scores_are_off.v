(* KEY 2e1deb86c200 *)
intros u t q k y m n d scale D R B C j J L M. rewrite <- Q_score_offs_element, <- Q_scaled_dots_element.
apply Q_score_within_model; [exact D|exact R|exact B|exact (C j J L M)].
