(* first_keys.v - the meaning of visible first keys. *)
From Coq Require Import Reals ZArith Bool.
From Plumbline.model Require Import sequence.

Definition L_with_first (m : A_subset) (first : Z) : A_subset :=
  fun j => orb (m j) (andb (Z.leb 0 j) (Z.ltb j first)).
