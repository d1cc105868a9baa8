(* ball_memory.v - what Why3's maps demand of their values: the memory that holds balls is a map to binary64 numbers. *)
From Coq Require Import ClassicalEpsilon.
Require Import BuiltIn.
Require ieee_float.Float64.

Global Instance binary64_WhyType : WhyType ieee_float.Float64.t :=
  Build_WhyType ieee_float.Float64.t ieee_float.Float64.zeroF (fun x y => excluded_middle_informative (x = y)).
