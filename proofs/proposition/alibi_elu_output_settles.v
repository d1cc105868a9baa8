(* KEY 4b96058b8988 *)
From Plumbline.proposition Require Import order_math falling_math printed_math.
intros c s S. destruct (own_output_settles _ c s elu_below_exp S) as (l & L & H). exists l. as_written.
split; [exact L|].
intros u b B. destruct (H u b B) as [N K]. exists N. intros x v m n t d k T F X V. as_written.
exact (K x v m n t d k F (falling_is x t c s X) V T).
