(* rescalings.v - the meaning of how often blocks of keys can raise the running maximum of an online softmax. *)
From Coq Require Import Reals ZArith List.
From Plumbline.model Require Import sequence.
Local Open Scope Z_scope.

(* The orders, as in src/budget/rescalings.h. *)
Notation KEYS_IN_ORDER := 0.
Notation KEYS_GATHERED := 1.
Notation MAXIMUM_OVER_HIDDEN := 2.

(* Key j of n is in the block number `block j`.  This block holds `size` keys, hidden ones too, or more. *)
Definition is_full (block : Z -> Z) (n size number : Z) : Prop := exists keys : list Z,
  NoDup keys /\ Z.of_nat (length keys) = size /\ forall j, In j keys -> 0 <= j < n /\ block j = number.

(* Blocks of neighbouring keys, numbered from left to right, all full but the first and the last. *)
Definition cut_in_order (block : Z -> Z) (n size : Z) : Prop :=
  (forall i j, 0 <= i -> i <= j -> j < n -> block i <= block j) /\
  (forall i j k, 0 <= i < n -> 0 <= j < n -> 0 <= k < n -> block i < block j < block k ->
    is_full block n size (block j)).

(* Blocks of any keys, all full but two. *)
Definition gathered (block : Z -> Z) (n size : Z) : Prop := exists first last, forall j, 0 <= j < n ->
  block j = first \/ block j = last \/ is_full block n size (block j).

(* The maximum rises at most r times: in whichever order the blocks are walked, each raises it once at most, and only if
   it holds a key that the maximum is taken over, or the sink, which may join any block, or come by itself. *)
Definition P_raised_at_most (order : Z) (m : A_subset) (n size sink r : Z) : Prop :=
  forall (block : Z -> Z) (sink_block : Z) (raising : list Z),
    (if order =? KEYS_IN_ORDER then cut_in_order block n size else gathered block n size) ->
    NoDup raising ->
    (forall number, In number raising -> (sink <> 0 /\ number = sink_block) \/
      exists j, 0 <= j < n /\ block j = number /\ (order = MAXIMUM_OVER_HIDDEN \/ m j = true)) ->
    Z.of_nat (length raising) <= r.

(* The most blocks in order that hold a key of m, and the first key that may stand in a further one: each block ends as
   early as it can. *)
Fixpoint walked (m : A_subset) (size : Z) (n : nat) : Z * Z :=
  match n with
  | O => (0, 0)
  | S k => let (count, next) := walked m size k in let j := Z.of_nat k in
    if (m j && (next <=? j))%bool then (count + 1, if count =? 0 then j + 1 else Z.max (next + size) (j + 1))
    else (count, next)
  end.
Definition P_blocks_walked (m : A_subset) (size n count next : Z) : Prop := walked m size (Z.to_nat n) = (count, next).
