(* KEY 36ed5eebd440 *)
From Plumbline Require Import must_fail.compare_witness.
(* tanh 0 comes out as 1, and is stored as 2. *)
intro H. specialize (H 1 0 0 0 0 0 0 0 1 1 1 0 2). unfold P_rounds, L_cap, L_compound in H.
assert (T : forall x, x = 0 -> L_rtanh x = 0) by (intros x X; unfold L_rtanh; rewrite X, Ropp_0; unfold Rdiv; ring).
rewrite !T in H by (unfold Rdiv; ring). refuted H.
