(* KEY c67e1590d37e *)
From Plumbline Require Import compare.rounded_sum_math.
intros u t k d y [[_ Y]|[N _]]; [split; [exact Y|unfold L_rmul; ring]|contradiction].
