(* KEY 5031829290f7 *)
From Plumbline Require Import aggregate.merge_math.
intros x v m k d n _ D. apply merge_math.attended_apart. intros j [L G] [M K]. destruct (D j L G); tauto.
