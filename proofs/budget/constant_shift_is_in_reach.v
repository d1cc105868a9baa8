(* KEY c65647680e4e *)
From Plumbline Require Import budget.shifts_math.
intros lag u t s n j left top shift L J N B A _ (T & i & (E & I0) & I1). unfold L_el in *.
destruct (constant_in_reach t s n j left top shift (conj J N) L (fun k K => T k (proj1 K) (proj2 K))
  (ex_intro _ i (conj (conj I0 I1) E))) as (R & S); unfold lag in *; [lra|lra|split; assumption].
