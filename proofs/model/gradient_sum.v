(* gradient_sum.v - the meaning of a sum of a backward pass, in tiles, as an engine computes it (spec/budget.md, section
   24). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum engine products.
Open Scope R_scope.

(* where the scale multiplies, by the numbers of spec/budget/gradient_sum.h *)
Definition L_scales_value (place : Z) : Z := if ((place =? 1) || (5 <=? place))%Z%bool then 1 else 0.
Definition L_scales_weight (place : Z) : Z := if (place =? 2)%Z then 1 else 0.
Definition L_scales_tile (place : Z) : Z := if ((place =? 3) || (place =? 5) || (place =? 7))%Z%bool then 1 else 0.
Definition L_scales_end (place : Z) : Z := if ((place =? 4) || (place =? 6) || (place =? 8))%Z%bool then 1 else 0.
Definition L_chosen (has : Z) (x y : R) : R := if (has =? 0)%Z then y else x.

(* stored as a tensor among the scores, and multiplied; or as it is *)
Definition tile_multiplied (u t : A_seq) (has : Z) (c x y : R) : Prop :=
  (has <> 0%Z /\ exists stored, rounded_at u t SCORE x stored /\ rounded_at u t ACCUMULATE (c * stored) y) \/
  (has = 0%Z /\ y = x).

(* Product j lies in tile `place j`.  What is added to a sum is rounded where it is added, and stored as a result, which
   is one rounding with the unit of both. *)
Definition P_tiles_summed (u t : A_seq) (has : Z) (c : R) (p w : A_seq) (n k r : Z) (s : R) : Prop :=
  exists (place : Z -> Z) (tile multiplied : A_seq) depth all,
    (forall j, (0 <= j < n)%Z -> (0 <= place j <= r)%Z) /\
    (forall b, (0 <= b <= r)%Z ->
      P_terms_summed u t (fun j => if (place j =? b)%Z then p j * w j else 0) n k (tile b) /\
      tile_multiplied u t has c (tile b) (multiplied b)) /\
    (depth <= r)%Z /\ (all <= 2 * r)%Z /\
    P_rescaled_sum (L_compound (u ACCUMULATE) (u OUTPUT)) (t ACCUMULATE * (1 + u OUTPUT) + t OUTPUT) 0 multiplied
      (fun _ => 1) (r + 1) depth all 0 s.
