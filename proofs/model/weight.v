(* weight.v - the meaning of a weight that an engine has as a quotient (spec/budget.md, section 6). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum rescaling engine.
Open Scope R_scope.

(* Probabilities at the last shift, divided by their sum, which may be rescaled; the quotient of key k, in four
   roundings, is stored as a probability. *)
Definition P_weight_as_quotient (u t score : A_seq) (n r k : Z) (x : R) : Prop :=
  exists computed summands high size denominator quotient,
    P_shifts_to t score n 2 high /\ sized u t score n high size /\
    (forall j, (0 <= j < n)%Z -> key_computed u t score n 0 high size j high 1 (computed j) /\
      rounded_at u t PROBABILITY (computed j) (summands j)) /\
    summed u t n r summands (fun _ => 1) denominator /\ denominator <> 0 /\
    roundings_at u t ACCUMULATE 4 (computed k / denominator) quotient /\ rounded_at u t PROBABILITY quotient x.
