(* KEY 1804c85dd577 *)
From Plumbline Require Import compare.sums_math compare.mean_math compare.shapes.
intros s s1 s2 s3 s4 s5 s6 i i1 r r1 r2 r3 r4 h1 h2 h3 h4 h5 h6. parts. change real_of_int with IZR in *.
unfold P_perturbed in *. destruct h4 as (((one & mean) & Z0) & W). unfold L_el in *.
destruct (error_moved i s s1 s2 s5 s6 i1 (conj h2 h3)) as (A & B).
- intros j (J1 & J2). apply (W j J1 J2).
- intro j. rewrite <- (h5 j). ring.
- exact h1.
- intros j (J1 & J2) N. rewrite <- (h6 j N J1 J2). ring.
- assert (E := Exp_prop.exp_pos (s2 i1)). split.
  + replace (r * exp (s1 i1) * exp (s2 i1)) with (r * (exp (s2 i1) * exp (s1 i1))) by ring.
    rewrite <- (Rmult_1_r r) at 1. apply Rmult_le_compat_l; lra.
  + split; [split; [split; assumption|apply Rmult_lt_0_compat; assumption]|].
    intros j J1 J2. destruct (W j J1 J2) as ((C & D) & F). split; [split; [|exact D]|exact (A j (conj J1 J2))].
    rewrite <- C, <- (h5 j), exp_plus. ring.
