(* KEY c710aa77db05 *)
From Plumbline Require Import model.map_gradient.
From Plumbline.gradient Require Import map_derivative_math.
intros p r r1 i r2 N S. assert (D := slope_of_map _ p r r1 i _ S (relu_slope_at (p r i) N)).
change (p r i) with r2 in D.
replace (L_relu_slope (Rmax 0 r2)) with (if Rlt_dec 0 r2 then 1 else 0); [exact D|].
unfold L_relu_slope. destruct (Rlt_dec 0 r2) as [P|P].
- rewrite Rmax_right by lra. destruct (Rlt_dec 0 r2); [reflexivity|contradiction].
- rewrite Rmax_left by lra. destruct (Rlt_dec 0 0); [lra|reflexivity].
