(* KEY ebcb6e899a49 *)
(* one weight, which is divided by itself and stays 1 *)
From Coq Require Import Reals ZArith Lia Lra.
From Plumbline Require Import must_fail.row_witness.
From Plumbline.gradient Require Import derivative_math divided_derivative_math.
intro H.
assert (I : derivable_pt_lim (fun t => t + 1) 0 1).
{ assert (D := derivable_pt_lim_plus (fun t => t) (fct_cte 1) 0 1 0 (derivable_pt_lim_id 0)
    (derivable_pt_lim_const 1 0)). rewrite Rplus_0_r in D. exact D. }
assert (E : L_visible_total (constant 1) every_key 1 = 1)
  by (unfold L_visible_total, sum_below, constant, every_key; simpl; ring).
assert (J : derivable_pt_lim (fun t => t + 1) 0 (1 * L_visible_total (constant 1) every_key 1))
  by (rewrite E, Rmult_1_l; exact I).
assert (N : (fun t => t + 1) 0 <> 0) by (cbv beta; lra).
specialize (H (fun t _ => t + 1) (fun t => t + 1) (constant 1) (constant 1) every_key 1%Z 1 0 N (fun _ _ _ _ => I) J).
assert (T := divided_slope (fun t _ => t + 1) (fun t => t + 1) (constant 1) (constant 1) every_key 1%Z 1 0 N
  (fun _ _ _ => I) J).
assert (U := uniqueness_limite _ _ _ _ H T).
unfold L_visible_total, L_products, L_divided_gradients, L_divided_path, L_path_at, L_curve_at, sum_below, constant,
  every_key in U.
simpl in U. rewrite Rplus_0_l in U. lra.
