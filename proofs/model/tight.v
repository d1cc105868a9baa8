(* tight.v - the meaning of how wide a ball is. *)
From Coq Require Import Reals ZArith.
From Plumbline.number Require Import tight_math sum_tight_math total_tight_math weighted_tight_math.

Definition P_ranged := tight_math.ranged.
Definition P_moderate := tight_math.moderate.
Definition P_modest := sum_tight_math.modest.
Definition P_modest_or_none := total_tight_math.modest_or_none.
Definition P_tight := tight_math.tight.
Definition P_accurate := tight_math.accurate.

Definition P_gathered := sum_tight_math.gathered.
Definition P_norm_within := sum_tight_math.norm_within.
Definition L_dot_size (n : Z) (p q : R) : R := (IZR n * p * (IZR n * q))%R.

Definition P_stride_accurate := total_tight_math.stride_accurate.
Definition P_whole_stride_accurate := total_tight_math.whole_stride_accurate.
Definition P_strides_accurate := total_tight_math.strides_accurate.

Definition P_bounded_blend := weighted_tight_math.bounded_blend.
Definition P_bounded_pending := weighted_tight_math.bounded_pending.
