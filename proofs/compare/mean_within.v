(* KEY 1e9ee8ee5da3 *)
From Plumbline Require Import compare.sums_math compare.mean_math compare.shapes.
intros s s1 s2 s3 s4 i r r1 r2 r3 r4 r5 r6 r7 r8 r9 h1 h2 h3 h4 h5 h6 h7 h8. parts. change real_of_int with IZR in *.
unfold P_perturbed in h8. destruct h8 as (((one & mean) & Z0) & W).
unfold L_mean_error, L_least_denominator, L_spread, L_magnitude in *. sums. unfold L_growths, L_shrinkages in *.
cbv beta zeta in *.
assert (P : forall j, key i j -> s3 j = r * s j * exp (s2 j) /\ 0 <= s j /\ Rabs (s2 j) <= s1 j).
{ intros j (J1 & J2). destruct (W j J1 J2) as ((A & B) & C). repeat split; try assumption. rewrite <- A. ring. }
rewrite (sum_same i (fun i0 => s3 i0 * s4 i0) (fun j => r * s j * exp (s2 j) * s4 j)) in h7
  by (intros j J; rewrite (proj1 (P j J)); reflexivity).
rewrite (sum_same i (fun i0 => s3 i0 * Rabs (s4 i0)) (fun j => r * s j * exp (s2 j) * Rabs (s4 j))) in h7
  by (intros j J; rewrite (proj1 (P j J)); reflexivity).
rewrite (sum_same i s3 (fun j => r * s j * exp (s2 j))) in h6 by (intros j J; apply (P j J)).
differences.
destruct (quotient_within i s s2 s1 s4 r r1 r2 r3 r4 r5 r6 r7 r8 Z0 (fun j J => proj2 (P j J)) one mean ltac:(lra) h4
  ltac:(lra) ltac:(lra) h1 ltac:(lra)) as (A & B).
split; [exact A|]. eapply Rle_trans; [exact B|]. right. f_equal.
rewrite (sum_same i (fun j => s j * (1 + (exp (s1 j) - 1)) * Rabs (s4 j)) (fun j => s j * Rabs (s4 j) +
  s j * (exp (s1 j) - 1) * Rabs (s4 j))) by (intros; ring).
rewrite sum_plus. ring.
