(* normalised_blocks.v - the meaning of an online softmax whose output is normalised after each block, as in the first
   version of FlashAttention (arXiv 2205.14135, algorithm 1). *)
From Coq Require Import Reals ZArith List Permutation.
From Plumbline.model Require Import sequence rounded_sum engine.
Import ListNotations.
Open Scope R_scope.

(* What is known after some blocks: the keys in them, each with the product of what it was rescaled by; the most
   roundings on the way of one of them, all roundings, and the most factors; the output so far, and the sum by which it
   was divided.  x: probabilities times values; y: probabilities.  A block's sums are made of its own keys, of which
   none is rescaled yet.  Then the sum so far is multiplied by the factor c, and the output by that; what the block adds
   is added to both, and the output is divided by the new sum.  Neither the product with c nor the quotient
   underflows. *)
Inductive normalised_blocks (unit tiny factor : R) (x y : A_seq) : list (Z * R) -> Z -> Z -> Z -> R -> R -> Prop :=
| blocks_first : forall terms depth all values weights output,
    partial unit tiny factor x terms depth all 0 values -> partial unit tiny factor y terms depth all 0 weights ->
    weights <> 0 -> near_rounded unit 0 (values / weights) output ->
    normalised_blocks unit tiny factor x y terms (depth + 1) (all + 1) 0 output weights
| blocks_next : forall terms depth all factors output sum terms' depth' all' values weights c kept scaled added sum'
    output',
    normalised_blocks unit tiny factor x y terms depth all factors output sum ->
    partial unit tiny factor x terms' depth' all' 0 values -> partial unit tiny factor y terms' depth' all' 0 weights ->
    0 <= c <= 1 + factor -> near_rounded unit 0 (c * sum) kept -> near_rounded unit tiny (kept * output) scaled ->
    near_rounded unit tiny (scaled + values) added -> near_rounded unit tiny (kept + weights) sum' -> sum' <> 0 ->
    near_rounded unit 0 (added / sum') output' ->
    normalised_blocks unit tiny factor x y (map (fun term => (fst term, snd term * c)) terms ++ terms')
      (Z.max (depth + 2) depth' + 2) (all + all' + 4) (factors + 1) output' sum'.

(* of n keys: with no more roundings than a softmax that is normalised once may have, as in blocks of three keys and
   more *)
Definition P_normalised_in_blocks (u t : A_seq) (score v : A_seq) (n r : Z) (x : R) : Prop :=
  exists m c computed stored summands w size high terms depth all factors sum,
    P_shifts_to t score n 2 high /\ sized u t score n high size /\
    (forall j, (0 <= j < n)%Z -> key_computed u t score n r high size j (m j) (c j) (computed j) /\
      rounded_at u t PROBABILITY (computed j) (stored j) /\ rounded_at u t PROBABILITY (computed j) (summands j) /\
      rounded_at u t OPERAND (v j) (w j)) /\
    Permutation (map fst terms) (below n) /\ (forall term, In term terms -> snd term = c (fst term)) /\
    (depth <= n + r + 8)%Z /\ (all <= 2 * (n + r + 8))%Z /\ (factors <= r)%Z /\
    normalised_blocks (u ACCUMULATE) (t ACCUMULATE) (u RESCALING) (fun j => stored j * w j) summands terms depth all
      factors x sum.
