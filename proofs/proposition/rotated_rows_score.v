(* KEY 3e197b3a8f7e *)
From Plumbline Require Import position.rope_math.
intros q k key turns r layout pairs d t h1 h2 h3 h4 h5. split; [lia|]. split; [lia|]. intros j J L.
unfold L_scaled_dots, L_dots. f_equal. apply sum_same. intros c C. replace (t - 1)%Z with (-1 + t)%Z by ring.
assert (H := h5 j c (proj1 C) (proj2 C) J L). unfold L_el, L_drop, L_place in *. rewrite Z.add_0_r, <- H. reflexivity.
