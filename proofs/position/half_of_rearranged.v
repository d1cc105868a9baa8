(* KEY 275877317e70 *)
From Plumbline Require Import model.rotation position.rotation_math position.rope_math.
intros s s1 s2 s3 i i1 h1 h2 h3. unfold L_el in *. destruct (element_of_pair 0 i i1 (conj h1 h2)) as (m & M & T).
destruct (h3 m (proj1 M) (proj2 M)) as (F & S). rewrite (Z.add_comm 1) in S. rewrite (Z.add_comm i) in S.
destruct T as [T|T]; rewrite T.
- rewrite (rotated_first _ _ _ 0 _ _ M). change (first_target 0 i m) with (first_target 2 i m).
  rewrite (rotated_first _ _ _ 2 _ _ M).
  unfold first_source, second_source. cbn -[Z.mul]. rewrite F, S. reflexivity.
- rewrite (rotated_second _ _ _ 0 _ _ M). change (second_target 0 i m) with (second_target 2 i m).
  rewrite (rotated_second _ _ _ 2 _ _ M).
  unfold first_source, second_source. cbn -[Z.mul]. rewrite F, S. reflexivity.
