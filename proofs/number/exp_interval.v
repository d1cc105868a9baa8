(* Interval arithmetic on Coq's own binary integers.

   The library's default computes with machine integers and machine floating point, whose operations
   are axioms of Coq. Here nothing is assumed about the machine, at the cost of a few seconds. *)
From Interval Require Specific_stdz Specific_ops.
From Interval Require Export Tactic.

Module IntegerFloat := Specific_ops.SpecificFloat Specific_stdz.StdZRadix2.
Module IntegerInterval := IntervalTactic IntegerFloat.
Export IntegerInterval.
