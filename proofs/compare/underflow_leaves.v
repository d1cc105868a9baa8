(* KEY 2c893a1aace3 *)
From Plumbline Require Import compare.root_math compare.shapes.
intros r r1 r2 r3 r4 h1 h2 h3 h4 h5 h6 h7. parts. unfold P_gentle in *. change real_of_int with IZR in *. differences.
apply (underflow_leaves r r1 r2 r3 r4); try assumption.
destruct h6 as [h6|h6]; [left; exact h6|]. destruct h7 as [h7|h7]; [left; exact h7|]. right. lra.
