(* KEY e3827ae9fd8a *)
From Plumbline.weight Require Import softpick_math.
exists (fun _ => 0%R), (fun _ => 1%R), (fun _ => true). split.
- intros E. apply softpick_not_invariant. first [exact E | symmetry; exact E].
- intro i. unfold L_el. ring.
