(* KEY d62fbc5483dc *)
From Plumbline Require Import compare.rounded_sum_math budget.step_by_step_math budget.backward_in_steps_math.
From Coq Require Import FunctionalExtensionality.
intros u t p w s o width n k r O0 WIDTH K N0 N UT H.
apply (tiles_in_order u t p w s o width n k r UT WIDTH); [nia|exact K|exact O0|].
intros b (B0 & B1). destruct (H b B0 B1) as ((y & Y & X) & z & Z0 & S). split.
- replace (in_neighbours width b (fun i => p i * w i)) with z; [exact S|].
  apply functional_extensionality. intros i. destruct (Z0 i) as (I & O). unfold in_neighbours, L_el in *.
  destruct (Z.eqb_spec (i / width) b) as [E|E].
  + symmetry. apply I. assert (D := Z.div_mod i width ltac:(lia)). assert (M := Z.mod_pos_bound i width WIDTH). nia.
  + apply O. intros (I0 & I1). apply E. symmetry. apply (Z.div_unique_pos i width b (i - b * width)); lia.
- exists y. unfold P_result_rounded, L_el in *. split; unfold rounded_at, near_rounded.
  + from Y.
  + replace (b + 1)%Z with (1 + b)%Z by ring. from X.
