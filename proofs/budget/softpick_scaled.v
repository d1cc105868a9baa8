(* KEY ad1e12dbdac2 *)
From Plumbline Require Import compare.rounded_sum_math compare.shapes weight.softpick_math budget.visible_math.
From Plumbline Require Import budget.softpick_engine_math budget.added_pushed_math.
intros u t y v vectors m adds n k r epsilon c z R UT B (factors & e & p & a & s & d & K & TS & EP & QA & Q).
unfold P_bears_excesses, L_rmul, L_el in B. change real_of_int with IZR in B.
assert (BB : borne u r) by (unfold borne; lra). assert (BR : IZR r * u 11%Z < 1) by lra. clear B.
set (f := L_rexp (L_largest y m n + - (1) * c)).
assert (EF : f = exp (L_largest y m n - c)) by (unfold f, L_rexp; f_equal; ring).
assert (F : 0 < f) by (apply (unit_positive _ _ EF)).
assert (E := fun j (J : (0 <= j < n)%Z) M => excess_in_units u t r
  (Rmax (Rabs (y j)) (Rabs (L_largest y m n))) (L_largest y m n) (y j) (factors j) (e j) f c UT BB ltac:(lia)
  (Rmax_l _ _) (Rmax_r _ _) EF (proj1 (K j J M))).
exists (fun j => f * factors j * e j). split.
{ intros j L U M. destruct (E j (conj L U) M) as (x & q & A & C & _ & W).
  exists x, q. split; [exact A|]. split; [exact C|exact W]. }
fold f. clearbody f. intros w G.
assert (GG : grown u t r f w).
{ intros i I. destruct (G i ltac:(lia) ltac:(lia)) as (A & C).
  unfold L_rescaling_growth, L_gamma_up, L_rmul, L_rdiv, L_el in A, C.
  change real_of_int with IZR in A, C. unfold L_gamma_of. differences. split; assumption. }
assert (UW : P_is_roundings u w).
{ intros i I. destruct (UT i I) as (U & T). destruct (grown_more u t r f w i UT BR ltac:(lia) GG I). split; lra. }
split; [exact UW|].
exists (fun j => Rmax 0 (f * factors j * e j)), (fun j => f * factors j * a j), (f * d).
split; [split; [split|]|].
- intros j L U M. reflexivity.
- intros j L U M. destruct (E j (conj L U) M) as (_ & _ & _ & _ & C & _). split; [discriminate|]. intros _.
  split; [|intro N; exfalso; apply N; reflexivity]. intros _.
  destruct (K j (conj L U) M) as (_ & _ & b & S & A).
  destruct (size_in_units u t r f w (e j) (a j) (factors j) UT BR ltac:(lia) ltac:(lra) GG C) as (b' & S' & A').
  { exists b. split; [exact S|symmetry; exact A]. }
  exists b'. split; [exact A'|]. unfold engine.rounded_at, rounded_sum.near_rounded in S'.
  unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el. differences. lra.
- exists (f * s). split; [|apply (terms_pushed u t w f (L_visible_of m n a) (L_visible_of m n factors) _ _ k r s UT BR
    ltac:(lia) ltac:(lra) GG); [reflexivity|exact TS]].
  assert (O := fun i I => grown_once u t r f w i UT BR ltac:(lia) ltac:(lra) GG I).
  destruct EP as (e1 & e2 & s1 & s2 & s3 & H1 & H2 & H3 & H4 & H5 & H6).
  exists (f * e1), (f * e2), (f * s1), (f * s2), (f * s3).
  assert (RD : forall i x b, (0 <= i < 12)%Z -> engine.rounded_at u t i x b -> P_rounded_in u w i (f * x) (f * b)).
  { intros i x b I N. unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el. differences.
    assert (N' := rounded_times (u i) (t i) (w i) f x b ltac:(lra) (O i I) N).
    unfold rounded_sum.near_rounded in N'. lra. }
  repeat split; try (apply RD; [lia|assumption]).
  unfold P_sum_stored, P_near, L_rmul, L_el. cbv zeta. differences.
  replace (f * e2 + f * s) with (f * s + f * e2) by ring.
  assert (N := stored_sum_times (u 5%Z) (t 5%Z) (w 5%Z) f s e2 s1 ltac:(lra) (O 5%Z ltac:(lia)) H3). lra.
- assert (Y : forall i, (0 <= i < L_visible_count m n)%Z -> L_visible_of m n (fun j => Rmax 0 (f * factors j * e j)) i =
    f * L_visible_of m n factors i * L_visible_of m n p i).
  { intros i I. destruct (key_of_number m n i I) as (J & M & _). destruct (E _ J M) as (_ & _ & _ & _ & C & _).
    change (L_visible_of m n p i) with (p (place m n i)).
    change (L_visible_of m n factors i) with (factors (place m n i)).
    change (L_visible_of m n (fun j => Rmax 0 (f * factors j * e j)) i) with
      (Rmax 0 (f * factors (place m n i) * e (place m n i))).
    rewrite (proj1 (proj2 (K _ J M))), (Rmax_comm 0). apply rectified_times.
    apply Rmult_le_pos; lra. }
  split; intro N.
  + apply (quotients_pushed u t w f (L_visible_of m n p) (L_visible_of m n factors) (L_visible_of m n v) _ _ k r d z UT
      BR ltac:(lia) F GG Y). exact (Q N).
  + apply (added_quotients_pushed u t w f (L_visible_of m n p) (L_visible_of m n factors) (L_visible_of m n v)
      (L_visible_of m n vectors) _ _ k r d z UT BR ltac:(lia) F GG); [|exact Y|exact (QA N)].
    intros i I. exact (terms_factors _ _ _ _ _ _ _ _ i UT TS I).
