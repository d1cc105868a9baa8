(* KEY c2cbaa5da84e *)
From Plumbline Require Import compare.sums_math compare.activation_math compare.shapes.
intros s s1 s2 s3 s4 s5 i r r1 r2 h1 h2 h3 h4. parts. change real_of_int with IZR in *. sums.
assert (E : forall j, (0 <= j)%Z -> (j < i)%Z -> s3 j = s j * exp (r * s1 j) /\ s4 j = s j * (exp (r * s2 j) - 1) /\
  s5 j = s j * (1 - exp (- (r * s2 j)))).
{ intros j J1 J2. destruct (h4 j J1 J2) as (((((A & B) & C) & _) & _) & _). rewrite <- A, <- B, <- C, exp_Ropp.
  assert (P := Exp_prop.exp_pos (r * s2 j)). repeat split; [ring|ring|field; lra]. }
assert (E3 := sum_same i s3 _ (fun j J => proj1 (E j (proj1 J) (proj2 J)))).
assert (E4 := sum_same i s4 _ (fun j J => proj1 (proj2 (E j (proj1 J) (proj2 J))))).
assert (E5 := sum_same i s5 _ (fun j J => proj2 (proj2 (E j (proj1 J) (proj2 J))))). cbv beta in *.
rewrite E3. differences. rewrite Rmin_comm, Rmax_comm.
assert (W := root_within i s s1 s2 r (sum_below s4 i) (sum_below s5 i) r1 h2).
replace (- (1) * ln (1 - sum_below s5 i)) with (- ln (1 - sum_below s5 i)) by ring.
apply W; try assumption; try (symmetry; assumption).
intros j (J1 & J2). destruct (h4 j J1 J2) as ((((_ & _) & C) & D) & F). repeat split; assumption.
