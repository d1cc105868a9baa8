(* t5_bucket.v - the meaning of T5's buckets. *)
From Coq Require Import Reals ZArith.
From Flocq Require Import Core.
Open Scope R_scope.

Definition L_t5_bucket_of (linear logarithmic max_distance distance : Z) : Z :=
  if (distance <? linear)%Z then distance
  else Z.min (linear + logarithmic - 1)
    (linear + Zfloor (ln (IZR distance / IZR linear) / ln (IZR max_distance / IZR linear) * IZR logarithmic)).
Definition P_t5_reaches (linear logarithmic max_distance distance i : Z) : Prop :=
  (max_distance ^ i * linear ^ logarithmic <= distance ^ logarithmic * linear ^ i)%Z.
Definition L_t5_bucket_at (bidirectional linear logarithmic max_distance relative : Z) : Z :=
  if (relative <=? 0)%Z then L_t5_bucket_of linear logarithmic max_distance (- relative)
  else if (bidirectional =? 0)%Z then L_t5_bucket_of linear logarithmic max_distance 0
  else (L_t5_bucket_of linear logarithmic max_distance relative + (linear + logarithmic))%Z.
