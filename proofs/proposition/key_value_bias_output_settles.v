(* KEY 68ba8026b01c *)
From Plumbline.proposition Require Import limits_math printed_math.
intros c s u y b B. destruct (key_value_bias_settles c s u y b B) as [N H]. exists N. intros x v star m d n k Y K E V.
as_written.
unfold Plumbline.model.sink_value.L_with_sink_value. unfold L_el in Y. rewrite Y. exact (H x v m d n k E V K).
