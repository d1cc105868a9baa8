(* KEY ab26cd16026a *)
From Plumbline.number Require Import sequence_math.
intros w m n x y N. subst x y. unfold L_visible_total, L_el.
split; intro M; [rewrite (skip_step m w n (1 + n)) by (exact M || lia); reflexivity|].
rewrite (among_step m w n (1 + n)) by (exact M || lia). apply Rplus_comm.
