(* KEY bbb44e9786ab *)
From Plumbline.number Require Import exp_rounded.
assert (step : forall s s' z c c', s = s' -> c = c' -> L_series_step s z c = series_next s' z c')
  by (intros; subst; reflexivity).
intro z. unfold L_cosine_series, cosine_c4, cosine_c6, cosine_c8, cosine_c10, cosine_c12, cosine_c14, cosine_c16.
do 7 (apply step; [|lra]). reflexivity.
