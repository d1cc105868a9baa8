(* engine.v - the meaning of an evaluation of a softmax row in a precision model (spec/budget.md, section 1). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum rescaling.
Open Scope R_scope.

(* The roundings of a model by their places in the sequences u and t, as in spec/budget/model.h: what a step rounds is
   off by u |x| + t. *)
Notation INPUT := 0%Z.
Notation OPERAND := 1%Z.
Notation PRODUCT := 2%Z.
Notation SCORE := 3%Z.
Notation EXPONENT := 4%Z.
Notation PROBABILITY := 5%Z.
Notation ACCUMULATE := 6%Z.
Notation OUTPUT := 7%Z.
Notation TENSOR := 8%Z.
Notation SHIFTED := 9%Z.
Notation EXPONENTIAL := 10%Z.
Notation RESCALING := 11%Z.

(* Two places of t that underflow is not told by say how much farther from the largest score than a maximum a shift may
   be, as where it is fixed, or hidden scores count in it. *)
Notation AHEAD := 9%Z.
Notation BEHIND := 10%Z.

(* How far a shift may stay below the largest score: by itself 8 log 2, as where it is left until probabilities reach
   2^8, which roundings may find too late; how far above it may be; and what neither is more than. *)
Definition behind (t : A_seq) : R := 8 * ln 2 + / 8 + t BEHIND.
Definition ahead (t : A_seq) : R := 3 * ln 2 + t AHEAD.
Definition reached (t : A_seq) : R := 6 + t AHEAD + t BEHIND.

Definition P_is_roundings (u t : A_seq) : Prop := forall i, (0 <= i < 12)%Z -> 0 <= u i /\ 0 <= t i.
Definition rounded_at (u t : A_seq) (step : Z) : R -> R -> Prop := near_rounded (u step) (t step).
Definition roundings_at (u t : A_seq) (step : Z) : Z -> R -> R -> Prop := P_roundings (u step) (t step).

(* the scale, rounded, multiplies the query, or the key, or their product; or its root, rounded, multiplies both *)
Definition scale_parts (u t : A_seq) (scale a b c : R) : Prop :=
  (rounded_at u t INPUT scale a /\ b = 1 /\ c = 1) \/ (a = 1 /\ rounded_at u t INPUT scale b /\ c = 1) \/
  (a = 1 /\ b = 1 /\ rounded_at u t INPUT scale c) \/
  (exists root, root * root = scale /\ rounded_at u t INPUT root a /\ rounded_at u t INPUT root b /\ c = 1).

(* an element of a vector, scaled, and as it is multiplied *)
Definition operand (u t : A_seq) (x y : R) : Prop :=
  exists scaled, rounded_at u t INPUT x scaled /\ rounded_at u t OPERAND scaled y.

(* y is a score as computed from q and the vector k of its key; it may be stored before and after it is scaled, and
   after a mask of zeros is added *)
Definition P_score_computed (u t : A_seq) (scale : R) (q k : A_seq) (d : Z) (y : R) : Prop :=
  exists a b c (x z : A_seq) depth all product stored,
    scale_parts u t scale a b c /\
    (forall i, (0 <= i < d)%Z -> operand u t (a * q i) (x i) /\ operand u t (b * k i) (z i)) /\
    P_rescaled_sum (u PRODUCT) (t PRODUCT) 0 (fun i => x i * z i) (fun _ => 1) d depth all 0 product /\
    (depth <= d + 4)%Z /\ (all <= 6 * d)%Z /\ rounded_at u t SCORE product stored /\
    roundings_at u t SCORE 2 (c * stored) y.

(* What joining parts of the keys by their log-sum-exps does to the exponents of a part, while scores are at most
   `size`: four roundings of the log-sum-exp, of which the shift and the logarithm are each larger by `reached` at most;
   five of its difference from the common one, three exponentials. *)
Definition joining (u t : A_seq) (size : R) (n : Z) : R :=
  let keys := ln (IZR n) in let lse := L_gamma_of 4 (u EXPONENT) * (size + keys + 2 * reached t) in
  lse + L_gamma_of 5 (u EXPONENT) * (2 * size + keys + 2 * lse) + 20 * t EXPONENT + 3 * L_gamma_of 1 (u RESCALING).

(* y is the probability of a score, computed at a shift: both rounded, six roundings, e^x; the difference may be
   stored *)
Definition probability (u t : A_seq) (join score shift y : R) : Prop :=
  exists a b x stored off, rounded_at u t EXPONENT score a /\ rounded_at u t EXPONENT shift b /\
    roundings_at u t EXPONENT 6 (a - b) x /\ near_rounded (u SHIFTED) (t EXPONENT) x stored /\
    Rabs off <= join /\ 0 <= y /\ near_rounded (u EXPONENTIAL) (t EXPONENT) (exp (stored + off)) y.

(* the product of the factors exp(m - m') as computed, each with five roundings of the exponent *)
Definition rescaled_by (u t : A_seq) (r : Z) (low high factor : R) : Prop := exists count, (count <= r)%Z /\
  P_rescaling (L_gamma_of 5 (u EXPONENT)) (L_gamma_of 1 (u RESCALING) + 6 * t EXPONENT) (t EXPONENT) (u RESCALING)
    count low high factor.

(* a sum over the n keys, each term rescaled by c: a product and n additions, r rescalings, 8 for joining parts *)
Definition summed (u t : A_seq) (n r : Z) (x c : A_seq) (s : R) : Prop := exists depth all, (depth <= n + r + 8)%Z /\
  (all <= 2 * (n + r + 8))%Z /\ P_rescaled_sum (u ACCUMULATE) (t ACCUMULATE) (u RESCALING) x c n depth all r s.

(* the quotient, in four roundings, and its stores in the format of the output and in that of the tensor *)
Definition P_stored_as (u t : A_seq) (x y : R) : Prop :=
  exists quotient output, roundings_at u t ACCUMULATE 4 x quotient /\
    rounded_at u t OUTPUT quotient output /\ rounded_at u t TENSOR output y.

(* The shift at which a row ends, and the most of the sizes of the scores that are not far below it.  Every key but the
   `left` last ones is in reach of the shift, which is not too far above some key.  A sink is one of the last, whose
   logit the maximum may leave out; a logit of 0 may be the shift whatever the scores are.  No shift is larger in size
   than the scores are, but for its distance from them.  None is far below a shift so large that exponents are off by
   much. *)
Definition P_in_reach (t : A_seq) (score shift : R) : Prop := score <= shift + behind t.
Definition P_shifts_to (t score : A_seq) (n left : Z) (high : R) : Prop :=
  (exists i, (0 <= i < n)%Z /\ high <= score i + ahead t) /\
  ((forall j, (0 <= j < n - left)%Z -> P_in_reach t (score j) high) \/ high = 0).
Definition is_far (u t score : A_seq) (high : R) (j : Z) : Prop :=
  score j + 128 + t AHEAD <= high /\ 28 * u EXPONENT * Rabs high <= 8.
Definition sized (u t score : A_seq) (n : Z) (high size : R) : Prop :=
  (forall j, (0 <= j < n)%Z -> ~ is_far u t score high j -> Rabs (score j) <= size) /\
  (exists largest, (0 <= largest < n)%Z /\ ~ is_far u t score high largest /\ Rabs (score largest) = size) /\
  Rabs high <= size + reached t.

(* The probability of key j as computed, at the shift m, and what rescales it.  The score is in reach of that shift,
   which is rescaled at most r times to the last one.  At the last shift a key may be weighed whatever its score: so is
   a sink whose logit the maximum leaves out, and every key where a sink's logit of 0 is the shift.  Of a key far below
   the last shift, as biases make it that stand for a mask, next to nothing is left but for what underflows, however
   large the errors of its exponents are; so its size counts in no other's. *)
Definition key_computed (u t : A_seq) (score : A_seq) (n r : Z) (high size : R) (j : Z) (m c y : R) : Prop :=
  (~ is_far u t score high j /\ (P_in_reach t (score j) m /\ rescaled_by u t r m high c \/ m = high /\ c = 1) /\
    probability u t (joining u t size n) (score j) m y) \/
  (is_far u t score high j /\ 0 <= c <= L_growth (u RESCALING) r /\ 0 <= y /\
    c * y <= (/ 2) ^ 80 + (IZR r + 1) * t EXPONENT).

(* An online softmax over n keys of the scores as computed: probabilities, rescaled, summed with and without the values,
   divided.  weighs: from a probability as computed to what multiplies the value. *)
Definition rescaled_with (u t : A_seq) (weighs : R -> R -> Prop) (score v : A_seq) (n r : Z) (x : R) : Prop :=
  exists m c computed stored summands w size high numerator denominator,
    P_shifts_to t score n 2 high /\ sized u t score n high size /\
    (forall j, (0 <= j < n)%Z -> key_computed u t score n r high size j (m j) (c j) (computed j) /\
      weighs (computed j) (stored j) /\ rounded_at u t PROBABILITY (computed j) (summands j) /\
      rounded_at u t OPERAND (v j) (w j)) /\
    summed u t n r (fun j => stored j * w j) c numerator /\ summed u t n r summands c denominator /\ denominator <> 0 /\
    x = numerator / denominator.

(* A softmax that divides its probabilities, all at the last shift, by their sum and stores them before they multiply
   the values: the four roundings of the quotient are among the n + r + 8 on the way of a term. *)
Definition divided_with (u t : A_seq) (weighs : R -> R -> Prop) (score v : A_seq) (n r : Z) (x : R) : Prop :=
  exists computed stored summands w size high denominator depth all,
    P_shifts_to t score n 2 high /\ sized u t score n high size /\
    (forall j, (0 <= j < n)%Z -> key_computed u t score n 0 high size j high 1 (computed j) /\
      rounded_at u t PROBABILITY (computed j) (summands j) /\
      (exists quotient, roundings_at u t ACCUMULATE 4 (computed j / denominator) quotient /\
        weighs quotient (stored j)) /\ rounded_at u t OPERAND (v j) (w j)) /\
    summed u t n r summands (fun _ => 1) denominator /\ denominator <> 0 /\
    (depth <= n + r + 4)%Z /\ (all <= 2 * (n + r + 8))%Z /\
    P_rescaled_sum (u ACCUMULATE) (t ACCUMULATE) 0 (fun j => stored j * w j) (fun _ => 1) n depth all 0 x.

(* what multiplies is the probability as it is stored *)
Definition rescaled_softmax (u t : A_seq) : A_seq -> A_seq -> Z -> Z -> R -> Prop :=
  rescaled_with u t (rounded_at u t PROBABILITY).
Definition divided_softmax (u t : A_seq) : A_seq -> A_seq -> Z -> Z -> R -> Prop :=
  divided_with u t (rounded_at u t PROBABILITY).

(* dividing behind the values, or before them *)
Definition P_online_softmax (u t : A_seq) (score v : A_seq) (n r : Z) (x : R) : Prop :=
  rescaled_softmax u t score v n r x \/ divided_softmax u t score v n r x.
