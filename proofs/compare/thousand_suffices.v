(* KEY 16e10368d29d *)
From Plumbline Require Import compare.exponent_math compare.shapes.
intros r r1 h1 h2 h3. parts. unfold L_vanished.
assert (A : 15 / 16 * 1000 <= (1 - r) * r1) by (apply Rmult_le_compat; lra).
replace (1 / exp (r1 * (1 + - (1) * r))) with (exp (- ((1 - r) * r1)))
  by (rewrite exp_Ropp; replace (r1 * (1 + - (1) * r)) with ((1 - r) * r1) by ring; unfold Rdiv; ring).
apply exp_monotone. lra.
