(* KEY f5bea96fdbe8 *)
From Plumbline Require Import compare.sums_math compare.root_math compare.shapes.
intros s s1 s2 s3 i i1 r r1 r2 r3 h1 h2 h3 h4 h5 h6 h7. parts. change real_of_int with IZR in *. sums.
assert (E : forall j, key i j -> s2 j = s j * (exp (r * s1 j) - 1) /\ s3 j = s j * (1 - exp (- (r * s1 j)))).
{ intros j (J1 & J2). destruct (h7 j J1 J2) as ((((A & B) & _) & _) & _). rewrite <- A, <- B, exp_Ropp.
  assert (P := Exp_prop.exp_pos (r * s1 j)). split; [ring|field; lra]. }
assert (E2 := sum_same i s2 _ (fun j J => proj1 (E j J))). assert (E3 := sum_same i s3 _ (fun j J => proj2 (E j J))).
cbv beta in *.
assert (B := weight_within_root i s s1 r i1 r1 h2 (conj h3 h4) h1).
rewrite <- E2, <- E3 in B. differences. rewrite Rmin_comm, Rmax_comm, Rplus_comm.
replace (- (1) * Rpower.ln (1 - sum_below s3 i)) with (- Rpower.ln (1 - sum_below s3 i)) by ring.
apply B; try assumption.
intros j (J1 & J2). destruct (h7 j J1 J2) as (((_ & C) & D) & F). repeat split; assumption.
