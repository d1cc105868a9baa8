(* KEY 1482ed09ad75 *)
From Plumbline Require Import must_fail.compare_witness compare.shapes.
(* one key of weight 1 and value 1; the sum over the values is off by kv = 1, as much as it is *)
intro H. specialize (H (fun _ => 1) (fun _ => 0) (fun _ => 0) (fun _ => 1) (fun _ => 1) 1%Z 1 1 2 1 1 0 0 0 1).
unfold P_perturbed, L_mean_error, L_least_denominator, L_spread in H. sums. unfold L_growths, L_shrinkages in H.
rewrite !sum_one, Ropp_0, exp_0 in H. premises H.
refuted H.
