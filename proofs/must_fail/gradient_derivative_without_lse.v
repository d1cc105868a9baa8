(* KEY dcdba442fa92 *)
(* one key, whose score is its log-sum-exp *)
From Coq Require Import Reals ZArith Lia Lra.
From Plumbline Require Import must_fail.row_witness.
From Plumbline.gradient Require Import derivative_math.
intro H.
assert (I := derivable_pt_lim_id 0).
specialize (H (fun t _ => t) (constant 1) (constant 0) every_key 1 0 1%Z 0%Z ltac:(lia) ltac:(lia) eq_refl
  (fun _ _ _ _ => I)).
assert (T := softmax_slope_of_path (fun t _ => t) 0 (constant 1) (constant 0) every_key 1 1%Z 0%Z ltac:(lia) eq_refl
  (fun _ _ _ => I)).
assert (E := uniqueness_limite _ _ _ _ H T).
unfold L_visible_total, L_products, L_softmax_gradient, L_softmax, L_exponentials, L_path_at, L_visible_total,
  sum_below, constant, every_key in E.
simpl in E. rewrite Rminus_0_r, exp_0 in E. lra.
