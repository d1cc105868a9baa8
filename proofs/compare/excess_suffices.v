(* KEY 0ca55094d4a6 *)
From Plumbline Require Import compare.sums_math compare.exponent_math compare.shapes.
intros s s1 i i1 r r1 h1 h2 h3 h4. parts. change real_of_int with IZR in *. unfold L_exponentials, P_among, L_el in *.
assert (A := sum_positive_term i (fun j => if s1 j then exp (s j - r) else 0) i1 (conj h1 h2)
  (fun j _ => match s1 j as b return 0 <= (if b then exp (s j - r) else 0)
    with true => Rlt_le _ _ (Exp_prop.exp_pos _) | false => Rle_refl 0 end)).
cbv beta in A. rewrite h4 in A. assert (P := Exp_prop.exp_pos r1).
apply Rle_trans with (exp r1 * exp (s i1 - r)); [|apply Rmult_le_compat_l; lra].
rewrite <- exp_plus, <- exp_0 at 1. apply exp_monotone. lra.
