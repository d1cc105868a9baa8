(* KEY 4bef22f2bc54 *)
From Plumbline Require Import compare.rounded_sum_math budget.step_by_step_math budget.gradient_sum_math.
From Plumbline Require Import budget.backward_in_steps_math.
intros u t x v p q s n scale c y z product N C Y UT Z0 W (S0 & S). unfold product in Y.
assert (EXACT : forall k h, (0 <= k < 12)%Z -> P_rounded_in u t k h h).
{ intros k h K. assert (E := rounds_exactly (u k) (t k) h (proj1 (UT k K)) (proj2 (UT k K))).
  unfold near_rounded in E. unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el. from E. }
assert (T : P_tiles_summed u t 0 1 p v n (8 + n) 0 (s n)).
{ apply one_tile. replace (8 + n)%Z with (n + 8)%Z by ring. apply (terms_in_order u t _ q s n N S0).
  intros i (I0 & I1). destruct (S i I0 I1) as (A0 & B0). unfold L_el in A0, B0. split; unfold rounded_at, near_rounded.
  - from B0.
  - replace (i + 1)%Z with (1 + i)%Z by ring. replace (s i + q i) with (q i + s i) by ring. from A0. }
exists 1, 1, 1, c, (s n), y, z. split; [split; [split; [split; [|apply EXACT; lia]|]|present]|].
- unfold P_rounded_in, P_rounded_by, P_near, L_rmul. unfold P_result_rounded, L_el in *. from Z0.
- exists scale, scale. split; [split; [split; [split|]|]|]; try absent.
  + split; [intros [B|B]; discriminate B|intros _; split; [intros B; exfalso; lia|intros _; split; reflexivity]].
  + present. unfold P_rounded_in, P_rounded_by, P_near, L_rmul. from C.
- exists (s n). split; [apply EXACT; lia|]. unfold P_rounded_in, P_rounded_by, P_near, L_rmul. unfold L_el in *.
  from Y.
- exists p, v. split; [exact T|]. intros i I0 I1. assert (WI := W i I0 I1). cbv zeta in WI. split; absent.
  + apply EXACT. lia.
  + unfold P_rounded_in, P_rounded_by, P_near, L_rmul. from WI.
