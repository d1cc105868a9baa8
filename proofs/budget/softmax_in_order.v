(* KEY 447ae7368d16 *)
From Plumbline Require Import budget.step_by_step_math budget.softmax_in_steps_math.
intros u t s v y p w q a b n top last NZ N UT BEARS MAX O K. unfold last, L_el in NZ.
change (P_online_softmax u t s v n 0 (a n / b n)). clear last.
rounding P_rounded_in u t IN.
rounding_twice P_rounded_twice IN u t TWICE.
rounding_four_times P_rounded_four_times P_rounded_twice IN u t FOUR.
destruct BEARS as (((_ & E) & R) & _). unfold L_rmul, L_el in E, R.
replace (real_of_int 0) with 0 in R by reflexivity.
destruct MAX as (TOP & i & (SI & I0) & I1). destruct O as ((A0 & B0) & O).
destruct (UT RESCALING ltac:(lia)) as (R0 & _).
apply (softmax_is_online u t s v y p w q a b n top UT E ltac:(lra) N); try assumption.
- intros j (J0 & J1). destruct (K j J0 J1) as (((F & _) & _) & _). unfold L_el in F. split; [apply TOP; assumption|lra].
- exists i. split; [lia|exact SI].
- intros j (J0 & J1). destruct (K j J0 J1) as (((_ & W) & P) & S). split; [|split; apply IN; assumption].
  destruct S as (e & f & c & x & stored & ((((T & X) & A) & B) & SH) & F). exists e, f, x, stored.
  split; [apply IN, A|]. split; [apply IN, B|]. split; [|split; [|split]].
  + destruct T as (m & T & M). apply FOUR in F. apply (roundings_next _ _ 5 _ m); [|apply IN, T].
    apply (roundings_next _ _ 4 _ c); [|apply IN, M]. replace (e - f) with (e + - (1) * f) by ring. exact F.
  + do 2 red in SH. unfold L_rmul, L_el in SH. unfold near_rounded.
    replace (stored - x) with (stored + - (1) * x) by ring. lra.
  + exact (proj1 X).
  + apply exponential_by_bound, (proj2 X).
- intros j (J0 & J1). destruct (O j J0 J1) as ((A & _) & Q). apply IN in A. apply IN in Q.
  replace (j + 1)%Z with (1 + j)%Z by ring. split; assumption.
- intros j (J0 & J1). destruct (O j J0 J1) as ((_ & B) & _). apply IN in B.
  replace (j + 1)%Z with (1 + j)%Z by ring. exact B.
