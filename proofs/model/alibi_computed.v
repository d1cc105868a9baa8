(* alibi_computed.v - a slope times a distance, and a number times the scale, as an engine computes them
   (spec/budget.md, section 19). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum engine.
Open Scope R_scope.

(* A tensor between two kernels has the format of what an engine takes, or of what it gives. *)
Definition in_tensor (u t : A_seq) (x y : R) : Prop := rounded_at u t INPUT x y \/ rounded_at u t OUTPUT x y.

(* The slope may be a power, in k roundings.  It is a tensor; the product is stored twice as one.  A slope of 0 is 0 in
   every format, and so is its product. *)
Definition P_alibi_computed (u t : A_seq) (k : Z) (slope distance y : R) : Prop :=
  slope = 0 /\ y = 0 \/
  slope <> 0 /\ exists power stored product first,
    roundings_at u t EXPONENT k slope power /\ in_tensor u t power stored /\
    roundings_at u t EXPONENT 4 (stored * distance) product /\ in_tensor u t product first /\ in_tensor u t first y.

(* The scale, rounded, times a number as computed: a product and one rounding more. *)
Definition P_scale_computed (u t : A_seq) (scale x y : R) : Prop :=
  exists factor, rounded_at u t INPUT scale factor /\ roundings_at u t EXPONENT 2 (factor * x) y.
