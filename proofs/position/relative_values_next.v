(* KEY a70114ec1762 *)
From Plumbline.number Require Import sequence_math.
intros o w r d c n k N L U. unfold L_el, L_with_relative_values, L_rmul.
rewrite (sum_below_step _ n k N L U). ring.
