(* KEY ecd407fb43ab *)
From Plumbline Require Import number.round_math.
intros f i i1 i2 i3 _ _ _ _ H.
destruct fliteral_axiom as [FL RL], fliteral_axiom1 as [FU RU].
split; intro G.
- assert (B := finite_bound f G). apply Rabs_le_inv in B.
  destruct H as [[A [[_ E]|[N _]]]|[N _]].
  + subst. discriminate.
  + exfalso. apply N. apply ieee_float.Float64.le_finite; [tauto|]. rewrite RU. apply B.
  + exfalso. apply N. apply ieee_float.Float64.le_finite; [tauto|]. rewrite RL. apply B.
- destruct H as [[A [[B _]|[_ E]]]|[_ E]]; try (exfalso; apply G; exact E).
  exact (between_finite _ f _ FL FU A B).
