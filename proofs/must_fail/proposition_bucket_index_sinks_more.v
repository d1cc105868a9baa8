(* KEY 9c12633c2e70 *)
(* the mean is below 0.3383 *)
From Plumbline Require Import proposition.first_math proposition.distance_math proposition.bucket_math.
From Plumbline Require Import must_fail.bucket_witness.
intro H. set (g := fun d => IZR (bucket d)).
set (a := fun n => / ratio g (Z.to_nat n)).
assert (A : forall n, (n < 64)%nat -> a (Z.of_nat n) = / ratio g n) by
  (intros n N; unfold a; rewrite Nat2Z.id; reflexivity).
assert (G : of_bucket g) by (intros d D; reflexivity).
apply (Rlt_asym _ _ (mean_below g a G A)), (H a g).
- intros t T U. set (m := fun j => (j <? t)%Z).
  assert (F : first_visible m 64 t) by (split; [lia|]; intros i I L; unfold m, P_among; rewrite Z.ltb_lt; reflexivity).
  assert (D : forall j, (0 <= j)%Z -> (j < t)%Z -> 0 + g (-1 + t + -1 * j)%Z = (fun j => g (-1 + t + -1 * j)%Z) j) by
    (intros; ring).
  exists (fun j => g (-1 + t + -1 * j)%Z), m, 0. split; [split; [|exact F]|].
  + unfold L_el. rewrite (weight_of_distance _ g m 64 t 0 0 F D) by lia.
    replace (-1 + t + -1 * 0)%Z with (-1 + t)%Z by ring. unfold a, ratio.
    replace (1 + Z.of_nat (Z.to_nat (- (1) + t)))%Z with t by lia.
    replace (Z.of_nat (Z.to_nat (- (1) + t))) with (-1 + t)%Z by lia.
    assert (P := Exp_prop.exp_pos (g (-1 + t)%Z)). assert (S := exponential_sum_positive g t ltac:(lia)).
    field. split; apply Rgt_not_eq; assumption.
  + exact D.
- intros i I U. unfold g, L_el. rewrite bucket_is_t5 by lia. reflexivity.
