(* KEY f8be58aabb63 *)
From Plumbline.number Require Import tight_math exp_tight_math.
intros p n A B ((_ & high) & low). apply in_range_high, exp_tight_math.significand_in_range; [lra|lia].
