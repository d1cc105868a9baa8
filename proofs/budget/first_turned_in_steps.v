(* KEY f3e01c6fa591 *)
From Plumbline Require Import compare.rounded_sum_math budget.backward_in_steps_math budget.turned_in_steps_math.
intros u t i j delta mu c s x y g h p q z UT Q P A Z.
assert (T : forall k a b, P_tensor_rounded u t k a b -> tensor_at u t k a b).
{ intros k a b (N & K). split; [exact K|]. unfold rounded_at, near_rounded, L_el in *. from N. }
assert (M : forall k a b d, P_turn_multiplied u t k a b d -> product_at u t k a b d).
{ intros k a b d (r & N & K). exists r. split; [|apply T, K]. unfold rounded_at, near_rounded, L_el in *. from N. }
assert (E : forall k a b d, a = b -> P_turn_computed u t k mu a d -> entry_at u t k mu b d).
{ intros k a b d <- B. cbv zeta in B. destruct B as (r & r1 & (F & N) & K). exists r, r1.
  split; [|split; [|apply T, K]].
  - unfold L_el in F. from F.
  - unfold rounded_at, near_rounded, L_el in *. from N. }
destruct A as (e & (D & S) & C). unfold L_rsine, L_rcosine, sine.L_rsine, sine.L_rcosine in S, C.
destruct Z as (f & F & Z).
split; [intros _|intro W; exfalso; apply W; reflexivity].
replace (- (1) * s) with (- s) by ring. apply (first_in_steps u t i j delta mu c s e x y g h p q f z D);
  [apply (E _ _ _ _) with (2 := C); ring|apply (E _ _ _ _) with (2 := S); ring|auto|auto|apply T, F|apply T, Z].
