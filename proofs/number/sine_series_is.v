(* KEY 734b54cea30c *)
From Plumbline.number Require Import exp_rounded.
assert (step : forall s s' z c c', s = s' -> c = c' -> L_series_step s z c = series_next s' z c')
  by (intros; subst; reflexivity).
intro z. unfold L_sine_series, sine_c3, sine_c5, sine_c7, sine_c9, sine_c11, sine_c13, sine_c15, sine_c17.
do 7 (apply step; [|lra]). reflexivity.
