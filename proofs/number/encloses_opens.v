(* KEY 9db7d60300ae *)
intros memory b x n I E.
exists (fun i => ieee_float.Float64.t'real (memory (shift (shift_S1 b i) 0%Z))).
exists (fun i => ieee_float.Float64.t'real (memory (shift (shift_S1 b i) 1%Z))).
assert (O : forall i, (0 <= i)%Z -> (i < n)%Z -> ieee_float.Float64.t'isFinite (memory (shift (shift_S1 b i) 0%Z)) /\
  P_near (L_el x i) (ieee_float.Float64.t'real (memory (shift (shift_S1 b i) 0%Z)))
    (ieee_float.Float64.t'real (memory (shift (shift_S1 b i) 1%Z)))).
{ intros i L G. assert (C := E i L G). unfold P_in_ball, P_claims, Load_S1, F1_mid, F1_rad in C.
  destruct (C (I i L G)) as (F & A). split; [exact F|]. unfold P_near.
  replace (L_el x i + - (1) * ieee_float.Float64.t'real (memory (shift (shift_S1 b i) 0%Z)))%R
    with (L_el x i - ieee_float.Float64.t'real (memory (shift (shift_S1 b i) 0%Z)))%R by ring. exact A. }
split; [split; intros i w L G|intros i L G; exact (proj2 (O i L G))].
- split; [reflexivity|exact (proj1 (O i L G))].
- split; [reflexivity|exact (I i L G)].
