(* KEY 294e9294a4f9 *)
From Plumbline Require Import compare.shapes.
intros p v m n kv eta k zeta x t. subst t. split.
- intros (a & b & (A & B) & C). exists a, b. differences. split; [symmetry; exact A|].
  rewrite (Rplus_comm (kv * _)), (Rplus_comm (k * _)). split; assumption.
- intros (a & b & A & B & C). exists a, b. differences.
  rewrite (Rplus_comm eta), (Rplus_comm zeta). split; [split; [symmetry; exact A|exact C]|exact B].
