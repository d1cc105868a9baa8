(* total.v - the meaning of sums of all or the visible terms, and of the invariants of one computed in eight strides. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
From Plumbline.number Require Import total_math.
Open Scope R_scope.

Definition L_total (w : A_seq) (n : Z) : R := sum_below w n.
Definition L_visible_total (w : A_seq) (m : A_subset) (n : Z) : R := sum_below (fun j => if m j then w j else 0) n.

Definition P_strided := total_math.strided.
Definition P_stride_summed := total_math.stride_summed.
Definition P_strides_summed := total_math.strides_summed.
