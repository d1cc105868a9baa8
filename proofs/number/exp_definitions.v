(* KEY fbd69565386a *)
From Plumbline.number Require Import exp_rounded.
intro r.
unfold L_exp_polynomial, exp_poly, exp_horner, exp_step, L_rounded_fused, L_rounded_sum,
  L_rounded_product, exp_c12, exp_c11, exp_c10, exp_c9, exp_c8, exp_c7, exp_c6, exp_c5, exp_c4, exp_c3, exp_c2.
reflexivity.
