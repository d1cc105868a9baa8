(* KEY b9462cd2258b *)
From Plumbline Require Import budget.finite_math.
intros memory range p m n W.
set (least := fun j => memory (shift (shift_S2 range j) 0)). set (most := fun j => memory (shift (shift_S2 range j) 1)).
exists (fun j => if finite (least j) then ieee_float.Float64.t'real (least j) else p j).
exists (fun j => ieee_float.Float64.t'real (most j)), (fun j => finite (most j)). split.
- intros j x K L M. destruct (W j K L M) as ((P & A) & B). fold (least j) in B. fold (most j) in A. unfold x, L_el in *.
  repeat split.
  + exact P.
  + destruct (finite (least j)) eqn:F; [apply B, finite_is, F|lra].
  + intro F. apply A, finite_is, F.
- intros j a b K L. subst b a. fold (most j) (least j). unfold P_given, P_among, L_el. repeat split.
  + apply finite_is.
  + apply finite_is.
  + intro F. apply finite_is in F. rewrite F. reflexivity.
