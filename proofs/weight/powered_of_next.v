(* KEY 172889d72c91 *)
From Plumbline.number Require Import sequence_math.
intros x m p c n after before N. split; intro M.
- apply skip_step; [exact N|lia|lia|exact M].
- symmetry. rewrite Rplus_comm. replace (L_el x n + - (1) * c)%R with (x n - c)%R by (unfold L_el; ring).
  apply (among_step m (fun j => exp (p * (x j - c)))%R); [exact N|lia|lia|exact M].
