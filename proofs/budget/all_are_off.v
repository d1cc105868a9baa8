(* KEY 5c62b67b0273 *)
From Plumbline Require Import compare.sums_math.
intros memory score off y m n ALL.
destruct (finite_choice n (fun j s => m j = true -> exists d, P_in_ball (Load_S1 (shift_S1 score j) memory) s /\
  P_in_ball (Load_S1 (shift_S1 off j) memory) d /\ P_near (y j) s d)) as (s & S).
{ intros j J. destruct (m j) eqn:M; [|exists 0; discriminate].
  destruct (ALL j (proj1 J) (proj2 J) M) as (s & d & (B & D) & N). exists s. intros _. exists d. auto. }
destruct (finite_choice n (fun j d => m j = true -> P_in_ball (Load_S1 (shift_S1 score j) memory) (s j) /\
  P_in_ball (Load_S1 (shift_S1 off j) memory) d /\ P_near (y j) (s j) d)) as (d & D).
{ intros j J. specialize (S j J). destruct (m j); [|exists 0; discriminate]. destruct (S eq_refl) as (d & H).
  exists d. intros _. exact H. }
exists s, d. split; [split|]; intros j J L M; destruct (D j (conj J L) M) as (B & E & N); [exact E|exact B|].
unfold P_near in N. unfold L_el. replace (-1 * s j) with (- (1) * s j) by ring. exact N.
