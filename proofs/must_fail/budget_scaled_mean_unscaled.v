(* KEY 7e6a4e8dd494 *)
From Plumbline Require Import must_fail.compare_witness compare.shapes.
(* one key of value 1 and the factor 2: the numerator is off by 1 before it, and by 2 after it *)
intro H. specialize (H (fun _ => 1) (fun _ => 0) (fun _ => 0) (fun _ => 1) (fun _ => 1) 1%Z 2 1 1 4 1 0 0 1 0 1).
unfold P_perturbed, L_mean_error, L_least_denominator, L_spread, L_magnitude in H. sums.
unfold L_growths, L_shrinkages in H.
rewrite !sum_one, Ropp_0, exp_0 in H. refuted H.
