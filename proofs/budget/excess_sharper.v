(* KEY bb7c2ac39f83 *)
From Plumbline Require Import compare.sums_math compare.shapes budget.sharper_math.
intros w l v least most everything n o x kv k eta zeta K1 Z K0 KV X ((one & mean) & W).
unfold L_excess, L_mean_error, L_least_denominator, L_spread, L_magnitude in *. sums.
unfold L_growths, L_shrinkages, P_among in *. cbv beta zeta in *.
assert (E : forall j, 1 / exp (l j) = exp (- l j)) by (intro j; rewrite exp_Ropp; field; apply Rgt_not_eq,
  Exp_prop.exp_pos).
assert (B := excess_sharper n w l v o x kv k eta zeta (fun j J => let H :=
  W j (proj1 J) (proj2 J) in conj (proj2 (proj1 H)) (proj2 (proj1 (proj1 H))))
  one mean KV (conj K0 K1) Z X). cbv beta zeta in B.
assert (P : L_pulled least most everything (L_pulls v 1 x kv (L_rmul k (Rabs x))) everything n =
  sum_below (fun j => Rmax ((v j - x + kv * Rabs (v j) + k * Rabs x) * (w j * exp (- l j)))
    ((v j - x + kv * Rabs (v j) + k * Rabs x) * (w j * exp (l j)))) n).
{ unfold L_pulled. apply sum_same. intros j (J0 & J1). destruct (W j J0 J1) as ((((M & L) & _) & _) & A).
  rewrite A, <- M, <- L, E.
  unfold L_pulls, L_rmul. f_equal; ring. }
rewrite P. clear P.
assert (S : sum_below (fun j => w j * (1 - exp (- l j))) n = 1 - sum_below (fun j => w j * exp (- l j)) n).
{ transitivity (sum_below w n - sum_below (fun j => w j * exp (- l j)) n); [|rewrite one; reflexivity].
  rewrite <- sum_minus. apply sum_same. intros; ring. }
assert (G : sum_below (fun j => w j * (exp (l j) - 1)) n = sum_below (fun j => w j * exp (l j)) n - 1).
{ transitivity (sum_below (fun j => w j * exp (l j)) n - sum_below w n); [|rewrite one; reflexivity].
  rewrite <- sum_minus. apply sum_same. intros; ring. }
assert (H : sum_below (fun j => w j * Rabs (v j)) n + sum_below (fun j => w j * (exp (l j) - 1) * Rabs (v j)) n =
  sum_below (fun j => w j * exp (l j) * Rabs (v j)) n).
{ rewrite <- sum_plus. apply sum_same. intros; ring. }
rewrite S, G, H. unfold L_rmul. lra.
