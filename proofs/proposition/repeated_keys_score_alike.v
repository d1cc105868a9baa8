(* KEY da7d8958db44 *)
From Plumbline Require Import position.rope_math.
intros s s1 i i1 r h1 j J0 J. unfold L_el, L_scaled_dots, L_dots. f_equal. apply sum_same. intros c C.
unfold L_drop. f_equal. assert (E := h1 j c). unfold L_el, L_place in *. rewrite Z.add_0_r.
rewrite E by lia. f_equal.
