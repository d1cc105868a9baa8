(* KEY b67ffab472ce *)
From Plumbline.number Require Import sequence_math.
intros x m shift n after before N. split; intro M.
- apply skip_step; [exact N|lia|lia|exact M].
- symmetry. rewrite Rplus_comm. replace (L_el x n + - (1) * shift)%R with (x n - shift)%R by (unfold L_el; ring).
  apply (among_step m (fun j => exp (x j - shift))%R); [exact N|lia|lia|exact M].
