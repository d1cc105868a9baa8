(* KEY ca1ea25b0c57 *)
From Plumbline Require Import budget.shifts_math.
intros s n j left top high L J N (T & i & (I & I0) & I1). unfold high. assert (P := lag_is_small).
apply constant_in_reach; [lia|exact L|intros k (K0 & K1); exact (T k K0 K1)| |lra].
exists i. split; [lia|exact I].
