(* KEY 77b84949eafd *)
From Plumbline Require Import number.round_math.
intros i r a H U. unfold is_uint64 in U. subst a r. unfold real_of_int.
destruct (integer_exact i) as [F E]; [lia|]. split; assumption.
