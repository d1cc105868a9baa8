(* rotation.v - the meaning of a vector whose pairs of elements are turned. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

(* layouts: 0 half, 1 interleaved, 2 deinterleaved; where a pair comes from *)
Definition first_source (layout pairs m : Z) : Z := if (layout =? 0)%Z then m else (2 * m)%Z.
Definition second_source (layout pairs m : Z) : Z := if (layout =? 0)%Z then (m + pairs)%Z else (2 * m + 1)%Z.
(* and where it goes *)
Definition first_target (layout pairs m : Z) : Z := if (layout =? 1)%Z then (2 * m)%Z else m.
Definition second_target (layout pairs m : Z) : Z := if (layout =? 1)%Z then (2 * m + 1)%Z else (m + pairs)%Z.

Definition P_first_of_pair (layout pairs e m a b : Z) : Prop :=
  (0 <= m < pairs)%Z /\ a = first_source layout pairs m /\ b = second_source layout pairs m /\
    e = first_target layout pairs m.
Definition P_second_of_pair (layout pairs e m a b : Z) : Prop :=
  (0 <= m < pairs)%Z /\ a = first_source layout pairs m /\ b = second_source layout pairs m /\
    e = second_target layout pairs m.

(* the pair of an element of the result, and whether the element is the first of the two *)
Definition pair_at (layout pairs e : Z) : Z :=
  if (layout =? 1)%Z then (e / 2)%Z else if (e <? pairs)%Z then e else (e - pairs)%Z.
Definition is_first (layout pairs e : Z) : bool := if (layout =? 1)%Z then Z.even e else (e <? pairs)%Z.

Definition L_rotated (x cosine sine : A_seq) (layout pairs : Z) : A_seq := fun e =>
  if ((0 <=? e) && (e <? 2 * pairs))%Z%bool then
    let m := pair_at layout pairs e in
    let a := x (first_source layout pairs m) in
    let b := x (second_source layout pairs m) in
    if is_first layout pairs e then a * cosine m - b * sine m else a * sine m + b * cosine m
  else x e.
