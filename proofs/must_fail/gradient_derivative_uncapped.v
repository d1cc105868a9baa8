(* KEY 1368136fdb6c *)
(* a score t at 1, capped at 1: the tangent is flatter there *)
From Coq Require Import Reals Lra.
From Plumbline.gradient Require Import derivative_math.
intro H.
assert (I := derivable_pt_lim_id 1).
specialize (H (fun t _ => t) 1 1 1 0%Z Rlt_0_1 I).
assert (T := capped_slope (fun t _ => t) 1 1 1 0%Z Rlt_0_1 I).
assert (E := uniqueness_limite _ _ _ _ H T). cbv beta in E. unfold L_cap_slope, L_rsoftcap, L_rtanh in E.
replace (1 / 1) with 1 in E by field. rewrite exp_Ropp in E.
assert (P := exp_increasing 0 1 Rlt_0_1). rewrite exp_0 in P.
set (e := exp 1) in *. clearbody e.
assert (Q : 0 < (e - / e) / (e + / e)).
{ assert (/ e < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
  assert (0 < / e) by (apply Rinv_0_lt_compat; lra).
  apply Rdiv_lt_0_compat; lra. }
set (x := (e - / e) / (e + / e)) in *. clearbody x.
replace (x * 1 / 1) with x in E by field. nra.
