(* KEY b17d4b697927 *)
From Plumbline.number Require Import exp_rounded upward_math finite total_tight_math.
intros w t s e n x T1 N T0 N1 S. subst x.
destruct (total_tight_math.strides_end w t n s e (conj N N1) ltac:(lra) S) as (R & A).
unfold L_product_up, L_upward. unfold L_rounded_sum, L_rounded_product. fold_least.
split; [exact R|]. intro Z. destruct (A Z) as (B & M). split; [exact M|].
match goal with |- P_accurate _ _ ?wide _ => replace wide with (2 * t + (IZR n + 80) * (2 * u))%R
  by (unfold u; change (IZR n) with (real_of_int n); lra) end.
exact B.
